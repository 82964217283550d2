// The totals for a load, with units.
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Fleet } from '#core/sweep/sizing.ts'
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import type { Translate } from '../../../i18n/i18n.ts'

export type SizingColumn = Readonly<{
  id: string
  name: string
  unit: string
  value: (sizing: Fleet) => number | null
  format: (value: number | null | undefined) => string
}>

const wattHour = 3600

/** Null if the number of GPUs is unknown. */
function perGpu(value: (sizing: Fleet) => number | null): SizingColumn['value'] {
  return (sizing) => {
    const whole = value(sizing)
    return whole === null || sizing.gpus === null ? null : whole / sizing.gpus
  }
}

/** Currency of plans without one. */
export const usualCurrency = 'USD'

export function sizingColumns({ price }: Pick<SweepPlan, 'price'>, t: Translate): SizingColumn[] {
  const currency = price?.currency ?? usualCurrency
  const columns: Omit<SizingColumn, 'format'>[] = [
    { id: 'servers', name: t('sweep.sizing.servers'), unit: '', value: (one) => one.servers },
    { id: 'gpus', name: t('sweep.sizing.gpus'), unit: '', value: (one) => one.gpusTogether },
    {
      id: 'costPerHour',
      name: t('sweep.sizing.costPerHour'),
      unit: currency,
      value: (one) => one.costPerHour,
    },
    {
      id: 'requests',
      name: t('sweep.sizing.requests'),
      unit: 'req/s',
      value: (one) => one.requests,
    },
    { id: 'users', name: t('sweep.sizing.users'), unit: '', value: ({ users }) => users },
    {
      id: 'perUser',
      name: t('sweep.sizing.perUser'),
      unit: 'tok/s',
      value: (sizing) => sizing.tokensPerSecondPerUser,
    },
    {
      id: 'output',
      name: t('sweep.sizing.output'),
      unit: 'tok/s',
      value: (one) => one.outputTokens,
    },
    {
      id: 'outputPerGpu',
      name: t('sweep.sizing.outputPerGpu'),
      unit: 'tok/s',
      value: perGpu(({ outputTokens }) => outputTokens),
    },
    { id: 'goodput', name: t('sweep.sizing.goodput'), unit: 'req/s', value: (one) => one.goodput },
    {
      id: 'goodputPerGpu',
      name: t('sweep.sizing.goodputPerGpu'),
      unit: 'req/s',
      value: perGpu(({ goodput }) => goodput),
    },
    {
      id: 'energy',
      name: t('sweep.sizing.energy'),
      unit: 'MJ',
      value: ({ joulesPerMillionTokens: joules }) => (joules === null ? null : joules / 1e6),
    },
    {
      id: 'wattHours',
      name: t('sweep.sizing.wattHours'),
      unit: 'kWh',
      value: ({ joulesPerMillionTokens: joules }) =>
        joules === null ? null : joules / wattHour / 1000,
    },
    {
      id: 'cost',
      name: t('sweep.sizing.cost'),
      unit: currency,
      value: (sizing) => sizing.costPerMillionTokens,
    },
    {
      id: 'energyGood',
      name: t('sweep.sizing.energyGood'),
      unit: 'MJ',
      value: ({ joulesPerMillionGoodTokens: joules }) => (joules === null ? null : joules / 1e6),
    },
    {
      id: 'costGood',
      name: t('sweep.sizing.costGood'),
      unit: currency,
      value: (sizing) => sizing.costPerMillionGoodTokens,
    },
  ]
  const isCount = (id: string) => id === 'servers' || id === 'gpus'
  return columns.map((column) => ({
    ...column,
    format: isCount(column.id) ? formatCount : formatNumber,
  }))
}
