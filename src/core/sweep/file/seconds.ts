// Times in a sweep file: a number of seconds, or with its unit: `90 s`, `2 min`.
import { problemAt, shown } from './file-place.ts'

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, min: 60, h: 3600 }

export function secondsAt(value: unknown, place: string): number {
  if (typeof value === 'number') return value
  const text = typeof value === 'string' ? value.trim() : ''
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/.exec(text) ?? []
  const factor = units[unit]
  if (digits !== undefined && factor !== undefined) return Number(digits) * factor
  throw problemAt({
    place,
    message: `must be a time, not ${shown(value)}`,
    remedy: 'Write seconds, or a unit: "90 s", "2 min".',
  })
}
