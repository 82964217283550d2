// Result of a gate: its verdict, each metric, and the evidence. Console, Markdown, JUnit and JSON render it.
import type { Message } from '#core/messages/message.ts'
import type { Refusal } from './evidence.ts'
import {
  canBeDecided,
  decisionOf,
  fewestRepeats,
  type GateDecision,
  type GateRules,
  type MetricJudgement,
} from './judge-gate.ts'
import type { GateSample, GateSamples } from './loss.ts'
import { mean } from '#core/base/spread.ts'

export type GateSide = 'baseline' | 'candidate'

export type GateVerdict = GateDecision | 'not-valid'

export type GateRow = MetricJudgement &
  Readonly<{
    /** Geometric mean of the repeats; for failed requests, the share; null if not measured. */
    baseline: number | null
    candidate: number | null
    /** Change of each repeat: the candidate's value as a share of the baseline's, minus 1; for failed requests, a difference. */
    changes: readonly number[]
  }>

export type RefusedRun = Readonly<{ run: string; refusals: readonly Refusal[] }>

export type GateResult = Readonly<{
  name: string
  verdict: GateVerdict
  rows: readonly GateRow[]
  /** Usable repeats of the candidate. */
  repeats: number
  rules: GateRules
  /** Server starts that the repeats cover. */
  starts: Readonly<{ baseline: number; candidate: number }>
  candidate: string
  /** True if the candidate was measured before the gate. */
  isStored: boolean
  baseline: Message
  /** Runs of a previously measured baseline; null for one measured alongside the candidate. */
  storedBaseline: number | null
  refused: readonly RefusedRun[]
  /** Further notes, such as shifts in the history. */
  notes: readonly Message[]
  /** Ids of the usable runs. */
  runIds: Readonly<{ baseline: readonly string[]; candidate: readonly string[] }>
}>

/** Number of unusable repeats after which a gate gives up. */
const mostLost = 3

/** Progress of a gate. */
export type GateProgress = Readonly<{
  /** Usable repeats. */
  repeats: number
  /** Repeats that were measured but excluded. */
  lost: number
}>

/** True if no further repeat is needed. */
export function isOver(
  figures: readonly MetricJudgement[],
  { repeats, lost }: GateProgress,
  rules: GateRules,
): boolean {
  if (lost >= mostLost || repeats >= rules.mostRepeats) return true
  // No metric has a value before the first usable repeat.
  if (repeats === 0) return false
  if (figures.some(({ state }) => state === 'no-value') || decisionOf(figures) !== 'undecided')
    return true
  return repeats >= fewestRepeats && !figures.every(canBeDecided)
}

/** Excluded runs are no evidence either way; the others may still suffice for a verdict. */
export function verdictOf(
  figures: readonly MetricJudgement[],
  { repeats, lost }: GateProgress,
): GateVerdict {
  if (repeats === 0 || figures.some(({ state }) => state === 'no-value')) return 'not-valid'
  const decision = decisionOf(figures)
  return decision === 'undecided' && lost >= mostLost ? 'not-valid' : decision
}

export function rowOf(judged: MetricJudgement, samples: GateSamples | undefined): GateRow {
  return {
    ...judged,
    baseline: typical(samples?.baseline ?? []),
    candidate: typical(samples?.candidate ?? []),
    changes: samples === undefined ? [] : changesOf(samples),
  }
}

/** Each repeat compared with its pair, or with all runs of a stored baseline. */
function changesOf({ baseline, candidate, paired }: GateSamples): number[] {
  const usual = typical(baseline)
  return candidate.flatMap(({ value, counts }, at) => {
    const base = paired ? baseline[at]?.value : usual
    if (base === undefined || base === null) return []
    if (counts !== null) return [value - base]
    return base > 0 ? [value / base - 1] : []
  })
}

function typical(samples: readonly GateSample[]): number | null {
  if (samples.length === 0) return null
  const values = samples.map(({ value }) => value)
  return values.some((value) => value <= 0) || samples.some(({ counts }) => counts !== null)
    ? mean(values)
    : Math.exp(mean(values.map(Math.log)))
}
