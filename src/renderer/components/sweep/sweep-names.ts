// What tells the cells of a sweep apart, in words: its load, and the server and settings it was measured with.
import { flagName } from '#core/model/flags/flag.ts'
import type { RequestRate, Sweep, SweepAxis, SweepSetting } from '#core/model/sweep.ts'
import type { Cell } from '#core/sweep/cells.ts'
import type { Translate } from '../../i18n/i18n.ts'

export function rateText(rate: RequestRate, t: Translate): string {
  return rate === 'inf'
    ? t('sweep.rateInf')
    : t('sweep.rate', { rate: Number(rate.toPrecision(4)) })
}

export function concurrencyText(maxConcurrency: number | null, t: Translate): string {
  return maxConcurrency === null
    ? t('sweep.noLimit')
    : t('sweep.limit', { concurrency: maxConcurrency })
}

type Varied = Readonly<{ requestRate: boolean; maxConcurrency: boolean }>

/** Which loads its cells differ in. */
function variedLoads({ plan, points }: Pick<Sweep, 'plan' | 'points'>): Varied {
  if (plan.search !== null) {
    const { over } = plan.search
    return { requestRate: over === 'requestRate', maxConcurrency: over === 'maxConcurrency' }
  }
  return {
    requestRate: new Set(points.map((point) => point.requestRate)).size > 1,
    maxConcurrency: new Set(points.map((point) => point.maxConcurrency)).size > 1,
  }
}

/** Only what it does not share with all other cells of the sweep. */
export function loadName(
  { requestRate, maxConcurrency }: Pick<Cell, 'requestRate' | 'maxConcurrency'>,
  sweep: Pick<Sweep, 'plan' | 'points'>,
  t: Translate,
): string {
  const varied = variedLoads(sweep)
  const rate = rateText(requestRate, t)
  const limit = concurrencyText(maxConcurrency, t)
  if (!varied.maxConcurrency) return rate
  return varied.requestRate ? `${rate} · ${limit}` : limit
}

/** Empty where the sweep has one server and one choice of settings. */
export function armName(
  { server, settings }: Pick<Cell, 'server' | 'settings'>,
  { plan, servers }: Pick<Sweep, 'plan' | 'servers'>,
): string {
  const chosen = plan.axes.flatMap((axis, position) =>
    axis.settings.length > 1 ? settingName(axis, settings[position] ?? 0) : [],
  )
  const name = servers.length > 1 ? [servers[server]?.name ?? ''] : []
  return [...name, ...chosen].join(' · ')
}

export function cellName(cell: Cell, sweep: Sweep, t: Translate): string {
  return [armName(cell, sweep), loadName(cell, sweep, t)].filter(Boolean).join(' · ')
}

/** Flags and values of one setting of an axis, those in which the settings differ; one may leave all as it is. */
export function settingName({ settings }: SweepAxis, position: number): string {
  const entries = settings.map(flagEntries)
  const own = entries[position] ?? new Map<string, string>()
  const names = [...new Set(entries.flatMap((setting) => [...setting.keys()]))]
  const varied = names.filter(
    (name) => new Set(entries.map((setting) => setting.get(name))).size > 1 && own.has(name),
  )
  return varied.map((name) => `${name} ${own.get(name)}`).join(', ') || 'default'
}

function flagEntries({ benchmark, server }: SweepSetting): Map<string, string> {
  const flags = Object.entries(benchmark).map(([field, value]): [string, unknown] => [
    flagName(field).slice(2),
    value,
  ])
  return new Map(
    [...flags, ...Object.entries(server)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}
