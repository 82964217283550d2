// What a gate found: its verdict, each figure, and what it rests on. Console, Markdown, JUnit and JSON say this.
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
import { mean } from '#core/stats/spread.ts'

export type GateVerdict = GateDecision | 'not-valid'

export type GateRow = MetricJudgement &
  Readonly<{
    /** Geometric means of the repeats; of failed requests the share; null where not measured. */
    baseline: number | null
    candidate: number | null
  }>

export type RefusedRun = Readonly<{ run: string; refusals: readonly Refusal[] }>

export type GateResult = Readonly<{
  name: string
  verdict: GateVerdict
  rows: readonly GateRow[]
  /** Of the candidate, that were used. */
  repeats: number
  rules: GateRules
  /** Starts of the servers that the repeats show. */
  starts: Readonly<{ baseline: number; candidate: number }>
  candidate: string
  /** Whether the candidate was measured before. */
  isStored: boolean
  baseline: Message
  /** Runs of a baseline that was measured before; null for one measured beside the candidate. */
  storedBaseline: number | null
  refused: readonly RefusedRun[]
  /** What else is worth knowing, such as shifts in the history. */
  notes: readonly Message[]
  /** Ids of the runs that were used. */
  runIds: Readonly<{ baseline: readonly string[]; candidate: readonly string[] }>
}>

/** Repeats without a usable measurement after which a gate gives up. */
const mostLost = 3

/** How far a gate has come. */
export type GateProgress = Readonly<{
  /** Repeats that were used. */
  repeats: number
  /** Repeats that were measured and refused. */
  lost: number
}>

/** Whether there is nothing left to measure. */
export function isOver(
  figures: readonly MetricJudgement[],
  { repeats, lost }: GateProgress,
  rules: GateRules,
): boolean {
  if (lost >= mostLost || repeats >= rules.mostRepeats) return true
  // Before the first usable repeat no figure has a value.
  if (repeats === 0) return false
  if (figures.some(({ state }) => state === 'no-value') || decisionOf(figures) !== 'undecided')
    return true
  return repeats >= fewestRepeats && !figures.every(canBeDecided)
}

/** Runs that were refused are no evidence either way; the others may still be enough for an answer. */
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
  }
}

function typical(samples: readonly GateSample[]): number | null {
  if (samples.length === 0) return null
  const values = samples.map(({ value }) => value)
  return values.some((value) => value <= 0) || samples.some(({ counts }) => counts !== null)
    ? mean(values)
    : Math.exp(mean(values.map(Math.log)))
}
