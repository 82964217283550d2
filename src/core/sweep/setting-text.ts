// What a sweep changes from cell to cell, in few words: `max-num-seqs 64, random-input-len 128`.
import { flagName } from '#core/flags/flag.ts'
import type { SweepSetting } from '../model/sweep/sweep.ts'

export function settingText({ benchmark, server }: SweepSetting): string {
  const said = [
    ...Object.entries(benchmark).map(
      ([field, value]) => [flagName(field).slice(2), value] as const,
    ),
    ...Object.entries(server),
  ]
  return said.map(([name, value]) => `${name} ${valueText(value)}`).join(', ') || 'as it is'
}

/** Only the values: what fits into a column headed by the axis. */
export function settingValues({ benchmark, server }: SweepSetting): string {
  const values = [...Object.values(benchmark), ...Object.values(server)]
  return values.map(valueText).join(' / ') || '–'
}

function valueText(value: unknown): string {
  if (value === true) return 'on'
  if (value === false) return 'off'
  if (value === null || value === undefined) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
