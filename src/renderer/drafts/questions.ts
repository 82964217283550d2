// Questions of the composer, each a benchmark or a sweep with parts of its own.
import * as features from './features.ts'
import { freshLimit } from './written-limit.ts'
import type { WrittenSweep } from './written-sweep.ts'

/** Listed in this order. */
export const questions = ['capacity', 'knee', 'run', 'hold', 'compare', 'tune', 'size'] as const
export type Question = (typeof questions)[number]

/** Composed in forms of a feature, from the load of a single run. */
const ofFeatures = ['compare'] as const

const ofRun = ['run', 'hold', ...ofFeatures] as const

/** Without those whose feature is missing. */
export const offeredQuestions: readonly Question[] = questions.filter(
  (question) =>
    !ofFeatures.some((name) => name === question) ||
    Object.values<Question>(features).includes(question),
)

/** The others compose the load of a single run. */
export type SweepQuestion = Exclude<Question, (typeof ofRun)[number]>

export function isOfSweep(question: Question): question is SweepQuestion {
  return !ofRun.some((name) => name === question)
}

/** Parts of a sweep that one question has and the next must not inherit. */
export type QuestionParts = Pick<
  WrittenSweep,
  'loadKind' | 'rates' | 'limits' | 'axes' | 'excluded' | 'omitted' | 'conduct'
>

export function partsOfQuestion(written: WrittenSweep): QuestionParts {
  const { loadKind, rates, limits, axes, excluded, omitted, conduct } = written
  return { loadKind, rates, limits, axes, excluded, omitted, conduct }
}

/** Whether the kind of loads fits the question. */
export function asks(question: SweepQuestion, { loadKind }: Pick<WrittenSweep, 'loadKind'>) {
  if (question === 'tune') return loadKind === 'tune'
  if (question === 'capacity' || question === 'size') return loadKind === 'capacity'
  return loadKind === 'listed' || (question === 'knee' && loadKind === 'curve')
}

/** The question that an opened plan fits. */
export function questionOf({
  loadKind,
}: Pick<WrittenSweep, 'loadKind'>): Exclude<SweepQuestion, 'size'> {
  return loadKind === 'tune' || loadKind === 'capacity' ? loadKind : 'knee'
}

/** Parts of a question at first; the price stays. */
export function firstParts(
  question: SweepQuestion,
  { conduct }: WrittenSweep,
  offeredRates: string,
): QuestionParts {
  const hasLimits = question !== 'knee'
  return {
    loadKind: question === 'tune' ? 'tune' : hasLimits ? 'capacity' : 'listed',
    rates: offeredRates,
    limits: hasLimits ? [freshLimit] : [],
    ...{ axes: [], excluded: '', omitted: [] },
    conduct: { ...conduct, repeats: '1' },
  }
}
