// The totals for a load, with units.
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Fleet } from '#core/sweep/sizing.ts'
import { keysOf } from '#core/base/keys-of.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import { withFeatures } from '#core/messages/joined-catalogue.ts'
import type { Translate } from '../../../i18n/i18n.ts'
import * as features from '../../run/features.ts'
import type { RunFeature, SizedColumn } from '../../run/run-feature.ts'

type ValueOf = (sizing: Fleet) => number | null

function perGpu(value: ValueOf): ValueOf {
  return (sizing) => {
    const whole = value(sizing)
    return whole === null || sizing.gpus === null ? null : whole / sizing.gpus
  }
}

/** Currency of plans without one. */
export const usualCurrency = 'USD'

/** Values of each column, and their unit; null for the currency. */
const columns = {
  servers: ['', ({ servers }) => servers],
  gpus: ['', ({ gpusTogether }) => gpusTogether],
  costPerHour: [null, ({ costPerHour }) => costPerHour],
  requests: ['req/s', ({ requests }) => requests],
  users: ['', ({ users }) => users],
  perUser: ['tok/s', ({ tokensPerSecondPerUser }) => tokensPerSecondPerUser],
  output: ['tok/s', ({ outputTokens }) => outputTokens],
  outputPerGpu: ['tok/s', perGpu(({ outputTokens }) => outputTokens)],
  goodput: ['req/s', ({ goodput }) => goodput],
  goodputPerGpu: ['req/s', perGpu(({ goodput }) => goodput)],
  cost: [null, ({ costPerMillionTokens }) => costPerMillionTokens],
  costGood: [null, ({ costPerMillionGoodTokens }) => costPerMillionGoodTokens],
} as const satisfies Readonly<Record<string, readonly [string | null, ValueOf]>>

/** Columns of features; their values are means over the runs, under the same ids. */
export const addedColumns: Readonly<Record<string, SizedColumn>> = Object.fromEntries(
  Object.values<RunFeature>(features).flatMap(({ sizing = {} }) => Object.entries(sizing)),
)

type Column = Pick<SizedColumn, 'name' | 'lacking'> &
  Readonly<{ unit: string | null; value: ValueOf }>

const own = keysOf(columns).map((id): [string, Column] => {
  const [unit, value] = columns[id]
  return [id, { name: `sweep.sizing.${id}`, unit, value }]
})
const added = Object.entries(addedColumns).map(([id, column]): [string, Column] => {
  return [id, { ...column, value: (sizing) => sizing[id] ?? null }]
})
const all = withFeatures(Object.fromEntries(own), { added: Object.fromEntries(added) })

export function sizingColumns({ price }: Pick<SweepPlan, 'price'>, t: Translate) {
  return Object.entries(all).map(([id, column]) => ({
    ...{ id, name: t(column.name), value: column.value, lacking: column.lacking },
    unit: column.unit ?? price?.currency ?? usualCurrency,
    format: id === 'servers' || id === 'gpus' ? formatCount : formatNumber,
  }))
}
