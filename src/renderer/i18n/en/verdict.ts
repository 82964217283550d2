// Judgements of runs and points. The English texts are those of every other surface, from core.
import {
  clientStateWords,
  gradeWords,
  loadStateWords,
  reasonAdvice,
  reasonSentences,
  reasonWords,
} from '#core/judgement/words.ts'

export const verdict = {
  title: 'Reliability',
  grade: gradeWords,
  /** As `judgementText` of core puts it. */
  because: '{grade}: {reasons}',
  separator: ', ',
  notJudged: 'Not judged: the run ended before anything was measured.',
  word: reasonWords,
  client: clientStateWords,
  load: loadStateWords,
  evidence: reasonSentences,
  advice: reasonAdvice,
}
