// The cells of a sweep as trade-offs between server throughput and throughput per user.
import type { Sweep } from '#core/model/sweep.ts'
import { paretoFront } from '#core/sweep/pareto.ts'
import { configurationName } from '#core/sweep/configurations.ts'
import { formatNumber } from '#core/base/numbers.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import type { ParetoConfiguration, ParetoPoint } from '#core/plots/pareto.ts'
import { pointKey, type MeasuredSweep } from './drawn-curves.ts'
import { cellSizing } from '../cells/sized-cells.ts'
import { cellName, type CellResult, isTrusted } from '../cells/sweep-cells.ts'
import { cellMark } from '../sweep-status.ts'

export type ParetoChoices = Readonly<{
  configurations: readonly ParetoConfiguration[]
  /** Whether every cell's GPU count is known; otherwise values are for the whole server. */
  isPerGpu: boolean
}>

type CellOutcome = Readonly<{ sweep: Sweep; cell: CellResult; perUser: number; perServer: number }>

/** Configurations of one sweep, or of several combined. */
export function paretoConfigurations(
  sweeps: readonly MeasuredSweep[],
  t: Translate,
): ParetoChoices {
  const sized = sweeps.flatMap(({ sweep, curves }) =>
    curves.flatMap(({ cells }) =>
      cells.flatMap((cell) => {
        const sizing = cellSizing(sweep.plan, cell)
        return sizing === null || sizing.tokensPerSecondPerUser === null
          ? []
          : [{ sweep, cell, sizing }]
      }),
    ),
  )
  const isPerGpu = sized.every(({ sizing }) => sizing.gpus !== null)
  const placed = sized.map(({ sweep, cell, sizing }) => ({
    sweep,
    cell,
    perUser: sizing.tokensPerSecondPerUser ?? 0,
    perServer: (sizing.outputTokens ?? 0) / (isPerGpu ? (sizing.gpus ?? 1) : 1),
  }))
  const front = new Set(
    paretoFront(placed.map(({ perUser, perServer }) => ({ x: perUser, y: perServer }))),
  )
  const points = placed.map((one, index) => ({ one, point: pointOf(one, front.has(index), t) }))
  const several = sweeps.length > 1
  return {
    isPerGpu,
    configurations: [...Map.groupBy(points, ({ one }) => nameOf(one, several, t))].map(
      ([name, own]) => ({
        name,
        points: own.map(({ point }) => point),
      }),
    ),
  }
}

function nameOf({ sweep, cell }: CellOutcome, several: boolean, t: Translate): string {
  const configuration = configurationName(cell.cell, sweep)
  const named = several ? [sweep.plan.name, configuration] : [configuration]
  return named.filter(Boolean).join(' · ') || t('sweep.sizing.only')
}

function pointOf(
  { sweep, cell, perUser, perServer }: CellOutcome,
  isOnFront: boolean,
  t: Translate,
): ParetoPoint {
  return {
    key: pointKey(sweep, cell),
    label: cellName(cell.cell, sweep, t),
    ...{ perUser, perServer, isOnFront },
    solid: isTrusted(cell),
    facts: [
      { name: t('sweep.verdict.head'), value: cellMark(cell, t).word },
      { name: t('sweep.pareto.perUser'), value: formatNumber(perUser) },
      { name: t('metrics.outputThroughput.axis'), value: formatNumber(perServer) },
    ],
  }
}
