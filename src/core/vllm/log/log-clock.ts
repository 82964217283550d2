// When a line of a log was written. vLLM logs neither year nor zone, so the time of the launch completes it.

const quarterHourMs = 15 * 60_000

type LogClock = (time: string | null) => number | null

/** `launchedAtEpochMs` lies at most a few minutes before the first line with a time. */
export function logClock(launchedAtEpochMs: number): LogClock {
  const year = new Date(launchedAtEpochMs).getUTCFullYear()
  let zoneMs: number | null = null
  return (time) => {
    const [, month, day, clock] = /^(\d\d)-(\d\d) (\d\d:\d\d:\d\d)$/.exec(time ?? '') ?? []
    if (month === undefined) return null
    const local = Date.parse(`${year}-${month}-${day}T${clock}Z`)
    // Zones lie whole quarters of an hour apart.
    zoneMs ??= Math.round((local - launchedAtEpochMs) / quarterHourMs) * quarterHourMs
    return local - zoneMs
  }
}
