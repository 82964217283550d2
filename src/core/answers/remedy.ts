// Sweep that completes an inconclusive answer: between the measured loads, beyond them, or with longer points.
import type { CapacityAnswer, Knee, SweepSearch } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { risingLoad } from '../sweep/judge-curve.ts'
import { closingSearch } from '#core/sweep/knee-text.ts'

export const remedyKinds = ['between', 'further', 'lighter', 'longer', 'more'] as const
export type RemedyKind = (typeof remedyKinds)[number]

export type Remedy = Readonly<{
  kind: RemedyKind
  /** Has the name of the first sweep; the caller renames it. */
  plan: SweepPlan
}>

type Over = SweepSearch['over']

/** Factor between the next load and the highest, or lowest, measured load. */
const reach = 16
const mostRuns = 15
const precision = 0.05

export function kneeRemedy(knee: Knee, plan: SweepPlan): Remedy | null {
  const over = risingLoad(plan)
  const search = { kind: 'curve' as const, over, mostRuns }
  switch (knee.kind) {
    case 'at':
      return null
    case 'between': {
      const closing = closingSearch(knee)
      return closing && { kind: 'between', plan: searching({ ...plan, limits: [] }, closing) }
    }
    case 'beyond': {
      const from = knee.last.load[over]
      // A search would stop at the loads with unusable values.
      if (knee.unusableAbove) return null
      if (typeof from !== 'number') return null
      return { kind: 'further', plan: searching(plan, { ...search, from, upTo: from * reach }) }
    }
    case 'below': {
      const upTo = knee.first.load[over]
      const from = typeof upTo === 'number' ? lighter(over, upTo) : null
      if (typeof upTo !== 'number' || from === null) return null
      return { kind: 'lighter', plan: searching(plan, { ...search, from, upTo }) }
    }
    case 'none':
      return knee.why === 'too-short' ? longerPoints(plan, knee.wantedS) : null
  }
}

/** Remedy for a search that ended without the requested precision. */
export function searchRemedy(
  { ending, highestHeld, interval }: CapacityAnswer,
  plan: SweepPlan,
): Remedy | null {
  const { search } = plan
  if (search === null) return null
  switch (ending) {
    case 'not-saturated': {
      const from = highestHeld ?? search.upTo
      const upTo = search.upTo * reach
      return { kind: 'further', plan: { ...plan, search: { ...search, from, upTo } } }
    }
    case 'never-held': {
      const from = lighter(search.over, search.from)
      const upTo = search.from
      return from === null
        ? null
        : { kind: 'lighter', plan: { ...plan, search: { ...search, from, upTo } } }
    }
    case 'budget-used-up': {
      const range = interval === null ? {} : { from: interval.low, upTo: interval.high }
      const more = Math.min(200, 2 * search.mostRuns)
      return { kind: 'more', plan: { ...plan, search: { ...search, ...range, mostRuns: more } } }
    }
    case 'noisy':
      return longerPoints(plan, null)
    default:
      return null
  }
}

/** Remedy for listed loads under limits. */
export function limitRemedy(
  range: Readonly<{ from: number; upTo: number | null }> | Readonly<{ from: null; upTo: number }>,
  plan: SweepPlan,
): Remedy | null {
  const over = risingLoad(plan)
  const search = { kind: 'capacity' as const, over, mostRuns, precision }
  if (range.from === null) {
    const from = lighter(over, range.upTo)
    if (from === null) return null
    return { kind: 'lighter', plan: searching(plan, { ...search, from, upTo: range.upTo }) }
  }
  const { from, upTo } = range
  return {
    kind: upTo === null ? 'further' : 'between',
    plan: searching(plan, { ...search, from, upTo: upTo ?? from * reach }),
  }
}

/** Same remedy for one configuration of several. */
export function ofSettings(remedy: Remedy | null, settings: readonly number[]): Remedy | null {
  if (remedy === null) return null
  const axes = remedy.plan.axes.map((axis, index) => ({
    ...axis,
    settings: axis.settings.slice(settings[index] ?? 0).slice(0, 1),
  }))
  return { ...remedy, plan: { ...remedy.plan, axes, omitted: [], excluded: [] } }
}

function searching(plan: SweepPlan, search: SweepSearch): SweepPlan {
  return { ...plan, search }
}

/** Null if no lower load can be sent. */
function lighter(over: Over, load: number): number | null {
  if (over === 'requestRate') return load / reach
  return load > 1 ? Math.max(1, Math.floor(load / reach)) : null
}

/** Twice the previous duration, or the duration that the runs showed to be necessary. */
export function longerPoints(plan: SweepPlan, wantedS: number | null): Remedy {
  const { secondsPerPoint, config } = plan
  const longer =
    secondsPerPoint === null && wantedS === null
      ? { config: { ...config, numPrompts: 2 * config.numPrompts } }
      : { secondsPerPoint: Math.max(2 * (secondsPerPoint ?? 0), wantedS ?? 0) }
  return { kind: 'longer', plan: { ...plan, ...longer } }
}
