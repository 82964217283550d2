// Timestamps in files: UTC with its zone in ours, local time in both formats of vLLM's result files.

/** `2026-09-23T15:45:01.250Z`. */
export function utcText(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

/** `2026-09-23 15:45Z`, for tables. */
export function minuteText(epochMs: number): string {
  return `${utcText(epochMs).slice(0, 16).replace('T', ' ')}Z`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** `20260923-174501`. */
export function localStamp(epochMs: number): string {
  const at = new Date(epochMs)
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('')
  return `${day}-${[at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join('')}`
}

/** `2026-09-23T17:45:01.000250`; no fraction at a whole second, as Python's `isoformat`. */
export function localIsoText(epochMs: number): string {
  const epochUs = Math.round(epochMs * 1000)
  const at = new Date(Math.floor(epochUs / 1000))
  const fractionUs = epochUs % 1_000_000
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')
  return `${day}T${time}${fractionUs === 0 ? '' : `.${String(fractionUs).padStart(6, '0')}`}`
}
