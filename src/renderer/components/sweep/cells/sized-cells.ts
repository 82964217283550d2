// The cells of a sweep for sizing: work per GPU, users and cost.
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { Sweep, SweepPlan } from '#core/model/sweep.ts'
import type { Interval } from '#core/stats/certainty/interval.ts'
import { meanSizing, sizingOf, type SizingResult, type SizingWish } from '#core/sweep/sizing.ts'
import { isCapacitySearch } from './answered-cells.ts'
import { cellLimits } from './cell-limits.ts'
import { addedColumns } from './sizing-columns.ts'
import { type CellCurve, type CellResult, cellRuns, isTrusted } from './sweep-cells.ts'

export type SizingOption = Readonly<{ cell: CellResult; sizing: SizingResult }>

export function cellSizing(plan: Pick<SweepPlan, 'price'>, cell: CellResult): SizingResult | null {
  return meanSizing(
    cellRuns(cell).flatMap(({ summary, launch, facts }) =>
      summary === null || summary.completed === 0
        ? []
        : [{ ...sizingOf({ summary, launch, facts }, plan.price), ...addedSizing(summary) }],
    ),
  )
}

function addedSizing({ telemetry }: RunSummary): Readonly<Record<string, number | null>> {
  const gpu = telemetry?.gpu ?? null
  return Object.fromEntries(
    Object.entries(addedColumns).map(([id, { valueOf }]) => [id, gpu && valueOf(gpu)]),
  )
}

/** Rule for a server's permitted load: the result of a search, else within the limits, or up to the knee if there are none. */
export type LoadRule = 'capacity' | 'limits' | 'knee' | 'busiest'

export function ruleOf(
  { plan, answers }: Pick<Sweep, 'plan' | 'answers'>,
  curves: readonly CellCurve[],
): LoadRule {
  if (isCapacitySearch({ plan }) && answers.length > 0) return 'capacity'
  if (plan.limits.length > 0) return 'limits'
  return curves.some(({ cells }) => cells.some(({ isUpToKnee }) => isUpToKnee)) ? 'knee' : 'busiest'
}

/** The fewest servers that serve a demand if the capacity is the upper end of its interval; null if none would do less. */
export function fewestServers(
  {
    over,
    interval,
  }: Readonly<{ over: 'requestRate' | 'maxConcurrency'; interval: Interval | null }>,
  { demand }: SizingWish,
  servers: number | null,
): number | null {
  if (demand === null || interval === null || servers === null) return null
  if ((over === 'requestRate') !== (demand.of === 'requests')) return null
  const fewest = Math.ceil(demand.amount / interval.high)
  return fewest < servers ? fewest : null
}

/** The cell of one configuration with the most output that the rule permits; null if it permits none. */
export function recommendedCell(
  plan: Pick<SweepPlan, 'limits' | 'price'>,
  cells: readonly CellResult[],
  rule: LoadRule,
): SizingOption | null {
  const allowed = cells.filter((cell) => allows[rule](plan, cell))
  const sized = allowed.flatMap((cell) => {
    const sizing = cellSizing(plan, cell)
    return sizing === null ? [] : [{ cell, sizing }]
  })
  return sized.toSorted((a, b) => amount(b.sizing) - amount(a.sizing))[0] ?? null
}

const allows: Readonly<
  Record<LoadRule, (plan: Pick<SweepPlan, 'limits'>, cell: CellResult) => boolean>
> = {
  capacity: (_, { isKnee }) => isKnee,
  // A latency that does not wait may hold while the queue of the server grows.
  limits: (plan, cell) =>
    isTrusted(cell) && cellLimits(plan, cell).every(({ state }) => state === 'held'),
  knee: (_, { isUpToKnee }) => isUpToKnee,
  busiest: (_, cell) => isTrusted(cell),
}

/** Output, or users if nothing is generated. */
function amount({ outputTokens, users }: SizingResult): number {
  return outputTokens !== null && outputTokens > 0 ? outputTokens : users
}
