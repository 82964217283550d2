// Requests in flight over time.

/** Ascending, of equal length. */
export type Spans = Readonly<{ startsS: Float64Array; endsS: Float64Array }>

/** A change of the number in flight from `before` to `after`. */
type ConcurrencyChange = Readonly<{ atS: number; before: number; after: number }>

/** Chronological; at equal times ends precede starts, but no end precedes its own start. */
export function* concurrencyChanges({ startsS, endsS }: Spans): Generator<ConcurrencyChange> {
  let started = 0
  let ended = 0
  while (ended < endsS.length) {
    const startS = startsS[started] ?? Infinity
    const endS = endsS[ended] ?? Infinity
    const before = started - ended
    const isEnd = before > 0 && endS <= startS
    if (isEnd) ended++
    else started++
    yield { atS: isEnd ? endS : startS, before, after: started - ended }
  }
}

export function peakConcurrency(spans: Spans): number {
  let peak = 0
  for (const { after } of concurrencyChanges(spans)) peak = Math.max(peak, after)
  return peak
}

/** Median number in flight between the first start and the last end; 0 without requests. */
export function usualConcurrency(spans: Spans): number {
  const lastedS: number[] = []
  let sinceS = spans.startsS[0] ?? 0
  for (const { atS, before } of concurrencyChanges(spans)) {
    lastedS[before] = (lastedS[before] ?? 0) + atS - sinceS
    sinceS = atS
  }
  let leftS = lastedS.reduce((sum, s) => sum + s, 0) / 2
  return Math.max(
    0,
    lastedS.findIndex((s = 0) => (leftS -= s) <= 0),
  )
}
