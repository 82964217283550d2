// Times in a sweep file: a number of seconds, or with its unit: `90 s`, `2 min`.
import { message } from '#core/messages/message.ts'
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
    problem: message('files.mustBeTime', { value: shown(value) }),
    remedy: message('files.mustBeTime.remedy'),
  })
}
