// Questions of the composer, each a benchmark or a sweep with question-specific parts.
import { freshLimit } from './limit-row.ts'
import type { SweepDocument } from './sweep-document.ts'

/** Listed in this order. */
export const questions = ['capacity', 'knee', 'run', 'hold', 'compare', 'tune', 'size'] as const
export type Question = (typeof questions)[number]

const ofRun = ['run', 'hold', 'compare'] as const

/** The others compose the load of a single run. */
export type SweepQuestion = Exclude<Question, (typeof ofRun)[number]>

export function isOfSweep(question: Question): question is SweepQuestion {
  return !ofRun.some((name) => name === question)
}

/** Parts of a sweep that belong to one question, and do not carry over to the next. */
const partNames = [
  ...(['loadKind', 'limits', 'axes', 'exclude', 'omit', 'order', 'repeats', 'warm-up'] as const),
  ...(['cool-down', 'retries', 'stop-when-saturated', 'reset-caches', 'price'] as const),
]
export type QuestionParts = Partial<Pick<SweepDocument, (typeof partNames)[number]>> &
  Readonly<{ rates: string }>

export function partsOfQuestion(document: SweepDocument): QuestionParts {
  const parts: QuestionParts = { rates: document.load['request-rate'] }
  return partNames.reduce((all, name) => ({ ...all, [name]: document[name] }), parts)
}

/** The document with these parts. */
export function withParts(
  { load }: SweepDocument,
  { rates, ...parts }: QuestionParts,
): Partial<SweepDocument> {
  return { ...parts, load: { ...load, 'request-rate': rates } }
}

/** Whether the kind of loads fits the question. */
export function asks(question: SweepQuestion, { loadKind }: Pick<SweepDocument, 'loadKind'>) {
  if (question === 'tune') return loadKind === 'tune'
  if (question === 'capacity' || question === 'size') return loadKind === 'capacity'
  return loadKind === 'listed' || (question === 'knee' && loadKind === 'curve')
}

/** The question that an opened plan fits. */
export function questionOf({
  loadKind,
}: Pick<SweepDocument, 'loadKind'>): Exclude<SweepQuestion, 'size'> {
  return loadKind === 'tune' || loadKind === 'capacity' ? loadKind : 'knee'
}

/** Initial parts of a question; the rest of the execution is kept. */
export function firstParts(question: SweepQuestion, rates: string) {
  const hasLimits = question !== 'knee'
  const loadKind = question === 'tune' ? 'tune' : hasLimits ? 'capacity' : 'listed'
  const limits = hasLimits ? [freshLimit] : []
  return {
    loadKind,
    rates,
    limits,
    axes: [],
    exclude: '',
    omit: [],
    repeats: '1',
  } satisfies QuestionParts
}
