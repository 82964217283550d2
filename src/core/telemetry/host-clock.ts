// The clock of another computer as a time of ours. Each of its lines is in transit for a while before it is
// read, so the fastest line shows best how far the two clocks are apart.

type HostClock = (hostMs: number | null, readAtMs: number) => number

/** What carries no time, or another zone's all of a sudden, is as old as its reading. */
export function hostClock(): HostClock {
  let apartMs = Infinity
  return (hostMs, readAtMs) => {
    if (hostMs === null) return readAtMs
    const nowApartMs = readAtMs - hostMs
    if (Math.abs(nowApartMs - apartMs) > longestWayMs) apartMs = nowApartMs
    apartMs = Math.min(apartMs, nowApartMs)
    return hostMs + apartMs
  }
}

/** Clocks may be changed during the run, as by summer time; no line is in transit for this long. */
const longestWayMs = 60_000
