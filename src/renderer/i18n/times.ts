// Times as the window shows them: µs below a tenth of a millisecond, ms below a second, s above, clock-like from a minute.
import { dash, formatNumber, withUnit } from '#core/base/numbers.ts'

type OptionalNumber = number | null | undefined

/** A latency given in ms. */
export function formatLatency(ms: OptionalNumber): string {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return dash
  if (ms !== 0 && Math.abs(ms) < 0.1) return withUnit(formatNumber(1000 * ms, 1), 'µs')
  return Math.abs(ms) < 999.5
    ? withUnit(formatNumber(ms), 'ms')
    : withUnit(formatNumber(ms / 1000), 's')
}

/** A duration given in seconds: `0.35 s`, `12.0 s`, `2:10`, `1:02:03`. */
export function formatDuration(seconds: OptionalNumber): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return dash
  if (seconds < 59.95) return withUnit(formatNumber(seconds), 's')
  return clock(Math.round(seconds))
}

/** Time left or gone on a running clock, whole seconds: `0:09`, `2:10`. */
export function formatClock(seconds: OptionalNumber): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return dash
  return clock(Math.max(0, Math.round(seconds)))
}

function clock(whole: number): string {
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const tail = String(whole % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/** A moment in the reader's time zone: `2026-08-01 14:03`, sortable and the same in every language. */
export function formatMoment(epochMs: OptionalNumber): string {
  if (epochMs === null || epochMs === undefined) return dash
  const at = new Date(epochMs)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The time of day in the reader's time zone: `14:03:09`. */
export function formatTimeOfDay(epochMs: number): string {
  const at = new Date(epochMs)
  return [at.getHours(), at.getMinutes(), at.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':')
}
