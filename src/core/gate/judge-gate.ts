// The verdict of a gate after some repeats. It looks after each repeat, and the chance of a false verdict is kept over all
// looks: docs/measuring.md, "A gate".
import { figureKey } from '#core/stats/compare/comparable-figures.ts'
import type { GateMetric } from './gated-figure.ts'
import { lossOf, type GateSamples, type Loss } from './loss.ts'

/** Of one figure. `within`: the loss is surely within the tolerance. `no-value`: a side has nothing to compare. */
export type FigureState = 'worse' | 'within' | 'undecided' | 'no-value'

export type MetricJudgement = Readonly<{
  figure: GateMetric
  loss: Loss | null
  state: FigureState
}>

/** Of the whole, besides `not-valid`, which its evidence decides. */
export type GateDecision = 'pass' | 'worse' | 'undecided'

export type GateRules = Readonly<{
  /** Looks that are taken at most; the first is the one at `fewestRepeats`. */
  mostRepeats: number
  /**
   * Largest chance over all looks that a candidate within its tolerances is called worse, and that one beyond a tolerance
   * passes; 0–1.
   */
  errorRate: number
  /** Standard deviation by which starts of a server are assumed to differ where the runs do not show it; a share. */
  startSpread: number
}>

/** Fewer show no spread worth the name. */
export const fewestRepeats = 3

type Look = Readonly<{
  figures: readonly GateMetric[]
  /** By `figureKey`. */
  samples: ReadonlyMap<string, GateSamples>
  rules: GateRules
}>

export function judgeFigures({ figures, samples, rules }: Look): MetricJudgement[] {
  const looks = Math.max(1, rules.mostRepeats - fewestRepeats + 1)
  // Bonferroni: over the looks, and over the figures, any of which can fail the gate.
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

/** Whether more repeats on these starts may decide about the figure. */
export function canBeDecided({ figure: { tolerance }, loss, state }: MetricJudgement): boolean {
  if (state !== 'undecided' || !loss?.bounds) return true
  return Math.abs(tolerance - loss.value) > loss.startReach
}

export function decisionOf(figures: readonly MetricJudgement[]): GateDecision {
  if (figures.some(({ state }) => state === 'worse')) return 'worse'
  return figures.every(({ state }) => state === 'within') ? 'pass' : 'undecided'
}
