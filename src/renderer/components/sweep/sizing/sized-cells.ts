// The cells of a sweep for buying servers: work per GPU, users, energy and money.
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import { meanSizing, sizingOf, type Sizing } from '#core/sweep/sizing.ts'
import { cellLimits, limitLabel } from '../cells/cell-limits.ts'
import { isTrusted } from '../cells/cell-judgement.ts'
import { cellRuns, type CellCurve, type SweepCell } from '../cells/sweep-cells.ts'

export type SizedCell = Readonly<{ cell: SweepCell; sizing: Sizing }>

export function cellSizing(plan: Pick<SweepPlan, 'price'>, cell: SweepCell): Sizing | null {
  return meanSizing(
    cellRuns(cell).flatMap(({ summary, launch, facts }) =>
      summary === null || summary.completed === 0
        ? []
        : [sizingOf({ summary, launch, facts }, plan.price)],
    ),
  )
}

/** Where a server may be run: limits held, and where there are none, up to the knee. */
export type LoadRule = 'limits' | 'knee' | 'busiest'

export function ruleOf(plan: Pick<SweepPlan, 'limits'>, curves: readonly CellCurve[]): LoadRule {
  if (plan.limits.length > 0) return 'limits'
  return curves.some(({ cells }) => cells.some(({ isUpToKnee }) => isUpToKnee)) ? 'knee' : 'busiest'
}

/** Of one configuration's cells, that of the most output the rule allows; null where it allows none. */
export function recommendedCell(
  plan: Pick<SweepPlan, 'limits' | 'price'>,
  cells: readonly SweepCell[],
  rule: LoadRule,
): SizedCell | null {
  const allowed = cells.filter((cell) => allows[rule](plan, cell))
  const sized = allowed.flatMap((cell) => {
    const sizing = cellSizing(plan, cell)
    return sizing === null ? [] : [{ cell, sizing }]
  })
  return sized.toSorted((a, b) => amount(b.sizing) - amount(a.sizing))[0] ?? null
}

const allows: Readonly<
  Record<LoadRule, (plan: Pick<SweepPlan, 'limits'>, cell: SweepCell) => boolean>
> = {
  limits: (plan, cell) => cellLimits(plan, cell).every((limit) => limitLabel(limit) === 'held'),
  knee: (_, { isUpToKnee }) => isUpToKnee,
  busiest: (_, cell) => isTrusted(cell),
}

/** Output, or where nothing comes out, users. */
function amount({ outputTokens, users }: Sizing): number {
  return outputTokens !== null && outputTokens > 0 ? outputTokens : users
}
