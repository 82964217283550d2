// How reliable a run is: the terms that every surface uses. Rules: judge-run.ts.
import { keysOf } from '#core/base/keys-of.ts'
import { joinedFeatures, withFeatures } from '#core/messages/joined-catalogue.ts'
import * as features from './features.ts'

/** Worst last. */
export const grades = ['valid', 'caution', 'not-usable'] as const
export type Grade = (typeof grades)[number]

/**
 * Possible faults of a run, worst first. `not-usable`: the figures do not describe the server. `caution`: they do, within the
 * limits that the reason names. `valid`: the reason concerns single figures, each shown with its own interval, and does not
 * affect the run.
 */
export const reasonTraits = withFeatures(
  {
    'nothing-measured': { grade: 'not-usable' },
    errors: { grade: 'not-usable' },
    'client-limited': { grade: 'not-usable' },
    'cache-polluted': { grade: 'not-usable' },
    'output-length': { grade: 'caution' },
    'prompt-length': { grade: 'caution' },
    'other-model': { grade: 'caution' },
    'unexplained-end': { grade: 'caution' },
    uncounted: { grade: 'caution' },
    buffered: { grade: 'caution' },
    rejected: { grade: 'caution' },
    saturated: { grade: 'caution' },
    'held-back': { grade: 'caution' },
    'parts-lost': { grade: 'caution' },
    cancelled: { grade: 'caution' },
    'stood-still': { grade: 'caution' },
    'not-steady': { grade: 'caution' },
    'pace-unsure': { grade: 'caution' },
    'read-at-once': { grade: 'caution' },
    'client-strained': { grade: 'caution' },
    'cache-hits': { grade: 'caution' },
    'limit-missed': { grade: 'caution' },
    'late-reads': { grade: 'valid' },
    imprecise: { grade: 'valid' },
    'too-few-samples': { grade: 'caution' },
  } as const,
  { added: joinedFeatures(features, 'reasons') },
)

export type ReasonCode = keyof typeof reasonTraits
export const reasonCodes = keysOf(reasonTraits)

export type LoadState =
  | 'steady'
  | 'not-steady'
  /** All requests start at once: no steady state by design. */
  | 'burst'
  /** A ramp or recorded times: the load changes by design. */
  | 'changing'
  /** Too short, not searched for a steady state, or measured by a client that does not report it. */
  | 'not-known'

export const paceStates = [
  /** Responses certainly kept pace with the requests. */
  'kept',
  'behind',
  /** Requests waited in the client because of the run's limit on requests in flight. */
  'held-back',
  /** Too short, or too few responses. */
  'not-known',
  /** No steady rate was requested: a closed loop sets its own pace. */
  'not-asked',
] as const

export type PaceState = (typeof paceStates)[number]

export type ClientState = 'kept-up' | 'strained' | 'limited' | 'not-monitored'

export type Reason = Readonly<{
  code: ReasonCode
  /** Figures behind the reason by name: shares 0–1, times in ms, rates per second, counts; and names. */
  evidence: Readonly<Record<string, number | string>>
}>

export type Judgement = Readonly<{
  grade: Grade
  /** Worst first. */
  reasons: readonly Reason[]
  /** Whether responses kept the requested pace. */
  pace: PaceState
  /** They did not, because of the server. */
  isSaturated: boolean
  /** They did not, because of the run's own limit on requests in flight. */
  isHeldBack: boolean
  loadState: LoadState
  clientState: ClientState
}>

export function gradeOf(codes: readonly ReasonCode[]): Grade {
  const worst = codes.map((code) => grades.indexOf(reasonTraits[code].grade))
  return grades[Math.max(0, ...worst)] ?? 'valid'
}

/** Latencies are those that users experience at this load, and would be the same for a longer run. */
export function isDependable({
  grade,
  isSaturated,
  isHeldBack,
}: Pick<Judgement, 'grade' | 'isSaturated' | 'isHeldBack'>): boolean {
  return grade !== 'not-usable' && !isSaturated && !isHeldBack
}
