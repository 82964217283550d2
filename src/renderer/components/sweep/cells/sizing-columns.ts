// The totals for a load, with units.
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Fleet } from '#core/sweep/sizing.ts'
import { keysOf } from '#core/base/keys-of.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import type { Translate } from '../../../i18n/i18n.ts'

type ValueOf = (sizing: Fleet) => number | null

const joulesPerKwh = 3.6e6

/** Null if the value or the divisor is unknown. */
function divided(value: ValueOf, by: ValueOf | number): ValueOf {
  return (sizing) => {
    const [whole, parts] = [value(sizing), typeof by === 'number' ? by : by(sizing)]
    return whole === null || parts === null ? null : whole / parts
  }
}

/** Currency of plans without one. */
export const usualCurrency = 'USD'

const energy: ValueOf = ({ joulesPerMillionTokens }) => joulesPerMillionTokens
const gpus: ValueOf = (sizing) => sizing.gpus

/** Values of each column, and their unit; null for the currency. */
const columns = {
  servers: ['', ({ servers }) => servers],
  gpus: ['', ({ gpusTogether }) => gpusTogether],
  costPerHour: [null, ({ costPerHour }) => costPerHour],
  requests: ['req/s', ({ requests }) => requests],
  users: ['', ({ users }) => users],
  perUser: ['tok/s', ({ tokensPerSecondPerUser }) => tokensPerSecondPerUser],
  output: ['tok/s', ({ outputTokens }) => outputTokens],
  outputPerGpu: ['tok/s', divided(({ outputTokens }) => outputTokens, gpus)],
  goodput: ['req/s', ({ goodput }) => goodput],
  goodputPerGpu: ['req/s', divided(({ goodput }) => goodput, gpus)],
  energy: ['MJ', divided(energy, 1e6)],
  wattHours: ['kWh', divided(energy, joulesPerKwh)],
  cost: [null, ({ costPerMillionTokens }) => costPerMillionTokens],
  energyGood: ['MJ', divided(({ joulesPerMillionGoodTokens }) => joulesPerMillionGoodTokens, 1e6)],
  costGood: [null, ({ costPerMillionGoodTokens }) => costPerMillionGoodTokens],
} as const satisfies Readonly<Record<string, readonly [string | null, ValueOf]>>

export function sizingColumns({ price }: Pick<SweepPlan, 'price'>, t: Translate) {
  return keysOf(columns).map((id) => {
    const [unit, value] = columns[id]
    return {
      id,
      name: t(`sweep.sizing.${id}`),
      unit: unit ?? price?.currency ?? usualCurrency,
      value,
      format: id === 'servers' || id === 'gpus' ? formatCount : formatNumber,
    }
  })
}
