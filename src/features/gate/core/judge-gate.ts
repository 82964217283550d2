// Verdict of a gate after some repeats. The gate evaluates after each repeat, and the error rate covers all evaluations:
// docs/measuring/gate.md.
import { type FigureIdentity, figureKey } from '#core/compare/comparable-figures.ts'
import { lossOf, type GateSamples, type Loss } from './loss.ts'
import { comparedScalars, figureWord, parseFigureWords } from '#core/metrics/figures.ts'
import { parseShare } from '#core/sweep/limit-text.ts'

/** State of one metric. `within`: the loss is within the tolerance with confidence. `no-value`: a side has no value to compare. */
export type FigureState = 'worse' | 'within' | 'undecided' | 'no-value'

export type MetricJudgement = Readonly<{
  figure: GateMetric
  loss: Loss | null
  state: FigureState
}>

/** Verdict over all metrics, except `not-valid`, which depends on the evidence. */
export type GateDecision = 'pass' | 'worse' | 'undecided'

export type GateRules = Readonly<{
  /** Maximum number of evaluations; the first is at `fewestRepeats`. */
  mostRepeats: number
  /**
   * Largest chance over all evaluations that a candidate within its tolerances is called worse, or that one beyond a tolerance passes; 0–1.
   */
  errorRate: number
  /** Assumed standard deviation between starts of a server if the runs do not show it; a share. */
  startSpread: number
}>

/** Fewer repeats do not show a meaningful spread. */
export const fewestRepeats = 3

type Look = Readonly<{
  figures: readonly GateMetric[]
  /** Samples by `figureKey`. */
  samples: ReadonlyMap<string, GateSamples>
  rules: GateRules
}>

export function judgeFigures({ figures, samples, rules }: Look): MetricJudgement[] {
  const looks = Math.max(1, rules.mostRepeats - fewestRepeats + 1)
  // Bonferroni correction over the evaluations, and over the metrics, any of which can fail the gate.
  const error = rules.errorRate / looks / figures.length
  return figures.map((figure) => {
    const found = samples.get(figureKey(figure))
    const loss =
      found === undefined ? null : lossOf(figure, found, { error, startSpread: rules.startSpread })
    const isEarly = (found?.candidate.length ?? 0) < fewestRepeats
    return { figure, loss, state: isEarly && loss !== null ? 'undecided' : stateOf(figure, loss) }
  })
}

function stateOf({ tolerance }: GateMetric, loss: Loss | null): FigureState {
  if (loss === null) return 'no-value'
  if (loss.bounds === null) return 'undecided'
  if (loss.bounds.low > tolerance) return 'worse'
  return loss.bounds.high < tolerance ? 'within' : 'undecided'
}

/** Whether more repeats on these starts can decide about the metric. */
export function canBeDecided({ figure: { tolerance }, loss, state }: MetricJudgement): boolean {
  if (state !== 'undecided' || !loss?.bounds) return true
  return Math.abs(tolerance - loss.value) > loss.startReach
}

export function decisionOf(figures: readonly MetricJudgement[]): GateDecision {
  if (figures.some(({ state }) => state === 'worse')) return 'worse'
  return figures.every(({ state }) => state === 'within') ? 'pass' : 'undecided'
}

export type GateMetric = FigureIdentity &
  Readonly<{
    /** Maximum accepted loss: a share of the baseline; for failed requests, a difference of shares. Above 0. */
    tolerance: number
  }>

/** Metrics other than latencies, as a gate file writes them. */
export const gatedScalars: readonly string[] = [...comparedScalars, 'failedShare' as const].map(
  figureWord,
)

/** Null if the text names no metric of a comparison. */
export function parseFigure(text: string): FigureIdentity | null {
  const { name, percentile } = parseFigureWords(text) ?? {}
  return name === undefined || name === 'goodShare' || percentile === undefined
    ? null
    : { name, percentile }
}

/** Null unless the value is a share above 0 and below 1; a plain number is also accepted. */
export function parseTolerance(value: unknown): number | null {
  const share =
    typeof value === 'string' || typeof value === 'number' ? parseShare(`${value}`) : null
  return share !== null && share > 0 && share < 1 ? share : null
}
