// Next load of an explored setting: outwards from the expected capacity until it is bracketed, then inwards. A setting that is
// certainly worse than the best is dropped immediately.
import type { SweepPlan } from '#core/model/sweep.ts'
import type { SearchReason, SweepSearch } from '#core/model/sweep-search.ts'
import { isRoomBetween, roundedLoad } from '#core/sweep/search/curve-levels.ts'
import { exploring } from '#core/sweep/search/findings.ts'
import { fitLoads } from '#core/sweep/search/load-fit.ts'
import { nextStep } from '#core/sweep/search/next-step.ts'
import { believedRuns, clientLimitedRuns, limitedRuns, type Candidate } from './candidates.ts'
import { estimateOf } from './estimate.ts'

export const probeEnds = [
  /** Bracketed closely enough to compare. */
  'measured',
  /** Its capacity is certainly below the best setting's. */
  'surely-worse',
  /** The server did not start, or a run failed. */
  'failed',
  'client-limited',
] as const
export type ProbeEnd = (typeof probeEnds)[number]

export type ProbeStep =
  | Readonly<{ kind: 'measure'; load: number; reason: SearchReason }>
  | Readonly<{ kind: 'done'; end: ProbeEnd }>

type Probe = Readonly<{
  plan: SweepPlan
  search: SweepSearch
  candidate: Candidate
  /** Expected capacity; null before anything is known. */
  expected: number | null
  /** The best setting's capacity is certainly above this; 0 without a best setting. */
  floor: number
  /**
   * Runs of a certainly worse setting that are still worthwhile, because its start is already paid for and they train the model.
   */
  patience: number
}>

/** Maximum runs of an explored setting; the default, as the reference, gets a full search. */
const mostRuns = 7
const mostRunsOfDefault = 12
/** If bracketed within this ratio, its estimate from the fit is as good as the model's. */
const closeness = 1.15
const sureEnough = 0.035
const stride = 1.5

export function probeStep(probe: Probe): ProbeStep {
  const { plan, candidate, floor, patience } = probe
  const runs = believedRuns(candidate)
  if (candidate.hasFailed) return { kind: 'done', end: 'failed' }
  if (limitedRuns(candidate) >= clientLimitedRuns) return { kind: 'done', end: 'client-limited' }
  if (floor === 0) return fullSearch(probe)
  const estimate = estimateOf(plan, runs)
  if (estimate !== null && estimate.range.high <= Math.log(floor)) {
    const isKnown = estimate.kind === 'enclosed' || candidate.tried.length >= patience
    if (isKnown) return { kind: 'done', end: 'surely-worse' }
  }
  if (candidate.tried.length >= mostRuns) return { kind: 'done', end: 'measured' }
  return outwardsOrInwards(probe)
}

/** A full search, because nothing can be compared until a setting has a capacity. */
function fullSearch({ plan, search, candidate }: Probe): ProbeStep {
  const coarse = { kind: 'capacity', precision: 0.08, mostRuns: mostRunsOfDefault } as const
  const step = nextStep({ ...plan, repeats: 1, search: { ...search, ...coarse } }, candidate.tried)
  if (step.kind === 'measure') return { kind: 'measure', load: step.load, reason: step.reason }
  return { kind: 'done', end: 'measured' }
}

function outwardsOrInwards(probe: Probe): ProbeStep {
  const { plan, search, candidate, expected } = probe
  const { loads, boundary } = fitLoads(plan.limits, believedRuns(candidate), exploring)
  const low = loads.findLast(({ holds }) => holds)?.load ?? null
  const high = loads.find(({ holds }) => !holds)?.load ?? null
  const rounded = (load: number) => roundedLoad(search, load)
  if (low === null && high === null) {
    return expected === null
      ? measureAt(rounded(search.from), 'lightest')
      : measureAt(rounded(expected), 'expected')
  }
  if (high === null) return outwards(low, rounded((low ?? 1) * stride), 'doubling')
  if (low === null) return outwards(high, rounded(high / stride), 'lowering')
  if (high / low <= closeness || !isRoomBetween(search, low, high)) return sureness(probe, boundary)
  const middle = Math.max(
    low ** 0.75 * high ** 0.25,
    Math.min(boundary ?? 0, low ** 0.25 * high ** 0.75),
  )
  const load = rounded(middle)
  return load <= low || load >= high ? measured : measureAt(load, 'bisecting')
}

/** Measures a potentially best setting until its estimate is certain enough for the model. */
function sureness({ plan, search, candidate, floor }: Probe, boundary: number | null): ProbeStep {
  const estimate = estimateOf(plan, believedRuns(candidate))
  if (estimate === null || boundary === null || estimate.error <= sureEnough) return measured
  if (estimate.log + 2 * estimate.error < Math.log(floor)) return measured
  const isBelow = candidate.tried.length % 2 === 0
  const load = boundary * (isBelow ? 0.96 : 1.04)
  return measureAt(roundedLoad(search, load, isBelow ? 'down' : 'up'), 'repeating')
}

const measured: ProbeStep = { kind: 'done', end: 'measured' }

/** Stops at the end of the range. */
function outwards(from: number | null, load: number, reason: SearchReason): ProbeStep {
  return load === from ? measured : measureAt(load, reason)
}

function measureAt(load: number, reason: SearchReason): ProbeStep {
  return { kind: 'measure', load, reason }
}
