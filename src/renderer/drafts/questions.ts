// Questions of the composer, each a benchmark or a sweep with parts of its own.
import { parseLoadList } from '#core/sweep/load-list.ts'
import { freshLimit } from './written-limit.ts'
import type { WrittenSweep } from './written-sweep.ts'

/** Listed in this order. */
export const questions = ['capacity', 'knee', 'run', 'hold', 'compare', 'tune', 'size'] as const
export type Question = (typeof questions)[number]

/** The others are questions of a single run. */
export type SweepQuestion = Exclude<Question, 'run' | 'hold'>

export function isOfSweep(question: Question): question is SweepQuestion {
  return question !== 'run' && question !== 'hold'
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
}: Pick<WrittenSweep, 'loadKind'>): Exclude<SweepQuestion, 'compare' | 'size'> {
  return loadKind === 'tune' || loadKind === 'capacity' ? loadKind : 'knee'
}

const usualRepeats = { compare: '3', others: '1' }

/** Parts of a question at first; the price stays. */
export function firstParts(
  question: SweepQuestion,
  { conduct }: WrittenSweep,
  offeredRates: string,
): QuestionParts {
  const isComparison = question === 'compare'
  const hasLimits = question !== 'knee' && !isComparison
  return {
    loadKind: question === 'tune' ? 'tune' : hasLimits ? 'capacity' : 'listed',
    rates: isComparison ? secondOf(offeredRates) : offeredRates,
    limits: hasLimits ? [freshLimit] : [],
    ...{ axes: [], excluded: '', omitted: [] },
    conduct: { ...conduct, repeats: usualRepeats[isComparison ? 'compare' : 'others'] },
  }
}

/** A load that most servers carry. */
function secondOf(rates: string): string {
  const list = parseLoadList(rates)
  const rate = list.problem === null ? (list.values[1] ?? list.values[0]) : undefined
  return rate === undefined ? rates : String(rate)
}
