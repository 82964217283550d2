// The cells of a sweep for sizing: work per GPU, users, energy and cost.
import type { SweepPlan } from '#core/model/sweep.ts'
import { meanSizing, sizingOf, type SizingResult } from '#core/sweep/sizing.ts'
import { cellLimits } from './cell-limits.ts'
import { type CellCurve, type CellResult, cellRuns, isTrusted } from './sweep-cells.ts'

export type SizingOption = Readonly<{ cell: CellResult; sizing: SizingResult }>

export function cellSizing(plan: Pick<SweepPlan, 'price'>, cell: CellResult): SizingResult | null {
  return meanSizing(
    cellRuns(cell).flatMap(({ summary, launch, facts }) =>
      summary === null || summary.completed === 0
        ? []
        : [sizingOf({ summary, launch, facts }, plan.price)],
    ),
  )
}

/** Rule for a server's permitted load: within the limits, or up to the knee if there are none. */
export type LoadRule = 'limits' | 'knee' | 'busiest'

export function ruleOf(plan: Pick<SweepPlan, 'limits'>, curves: readonly CellCurve[]): LoadRule {
  if (plan.limits.length > 0) return 'limits'
  return curves.some(({ cells }) => cells.some(({ isUpToKnee }) => isUpToKnee)) ? 'knee' : 'busiest'
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
  limits: (plan, cell) => cellLimits(plan, cell).every(({ state }) => state === 'held'),
  knee: (_, { isUpToKnee }) => isUpToKnee,
  busiest: (_, cell) => isTrusted(cell),
}

/** Output, or users if nothing is generated. */
function amount({ outputTokens, users }: SizingResult): number {
  return outputTokens !== null && outputTokens > 0 ? outputTokens : users
}
