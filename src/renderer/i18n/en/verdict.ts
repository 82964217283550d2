// Judgements of runs and points. The English texts are those of every other surface, from core.
import {
  clientStateTexts,
  gradeTexts,
  loadStateTexts,
  reasonAdvice,
  reasonSentences,
  reasonTexts,
} from '#core/judgement/texts.ts'

export const verdict = {
  title: 'Reliability',
  grade: gradeTexts,
  /** As `judgementText` of core puts it. */
  because: '{grade}: {reasons}',
  separator: ', ',
  notJudged: 'Not judged: the run ended before anything was measured.',
  word: reasonTexts,
  client: clientStateTexts,
  load: loadStateTexts,
  evidence: reasonSentences,
  advice: reasonAdvice,
}
