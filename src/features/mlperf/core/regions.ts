// Regions of a curve of MLPerf Endpoints 1.0 (§5.4, §5.5), and the measuring time of a point in each (§6.2).

export const regionNames = [
  'low_latency',
  'low_concurrency',
  'med_concurrency',
  'high_concurrency',
  /** 10 % above the highest concurrency; belongs to no region. */
  'margin',
] as const

export type RegionName = (typeof regionNames)[number]

/** Concurrencies, both ends inclusive. */
export type Region = Readonly<{ start: number; end: number }>
export type Regions = Readonly<Record<RegionName, Region>>

/** Concurrencies up to this count as ultra-low, and may therefore be the lowest of a curve. */
export const ultraLowMost = 32

/** Number of points that a curve may have. */
export const [fewestPoints, mostPoints] = [7, 32]

type CurveEnds = Readonly<{ cMin: number; cMax: number }>

/** `cMin` in 1…32, `cMax` above 32. */
export function regionsOf({ cMin, cMax }: CurveEnds): Regions {
  const interval = Math.log2(cMax - cMin) / 3
  const lowEnd = roundHalfEven(cMin + 2 ** interval)
  const middleEnd = roundHalfEven(cMin + 2 ** (2 * interval))
  return {
    low_latency: { start: 1, end: cMin },
    low_concurrency: { start: cMin + 1, end: lowEnd },
    med_concurrency: { start: lowEnd + 1, end: middleEnd },
    high_concurrency: { start: middleEnd + 1, end: cMax },
    margin: { start: cMax + 1, end: Math.ceil(1.1 * cMax) },
  }
}

/** Null beyond the margin. */
export function regionOf(concurrency: number, regions: Regions): RegionName | null {
  const isIn = (name: RegionName) =>
    regions[name].start <= concurrency && concurrency <= regions[name].end
  return regionNames.find(isIn) ?? null
}

/** Required steady state of a point in seconds. */
export function leastDurationS(concurrency: number, isAgentic: boolean): number {
  if (concurrency <= ultraLowMost) return 600
  return isAgentic ? 2400 : 1200
}

/** Rounds half to even, like Python's `round`, which the rules use. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

/**
 * Concurrencies of a curve with `count` points, ascending: both ends and the middle of every region, then the middle of the
 * widest gap on a log scale, until there are enough. Fewer if there are not as many whole numbers.
 */
export function curveConcurrencies(ends: CurveEnds, count: number): number[] {
  const regions = regionsOf(ends)
  const middles = (['low_concurrency', 'med_concurrency', 'high_concurrency'] as const)
    .map((name) => regions[name])
    .filter(({ start, end }) => start <= end)
    .map(({ start, end }) => Math.round(Math.sqrt(start * end)))
  const chosen = new Set([ends.cMin, ...middles, ends.cMax])
  while (chosen.size < count) {
    const next = widestMiddle([...chosen].sort((a, b) => a - b))
    if (next === null) break
    chosen.add(next)
  }
  return [...chosen].sort((a, b) => a - b)
}

function widestMiddle(ascending: readonly number[]): number | null {
  let widest = 1
  let middle: number | null = null
  for (const [index, high] of ascending.entries()) {
    const low = ascending[index - 1] ?? high
    if (high - low < 2 || high / low <= widest) continue
    widest = high / low
    middle = Math.min(high - 1, Math.max(low + 1, Math.round(Math.sqrt(low * high))))
  }
  return middle
}
