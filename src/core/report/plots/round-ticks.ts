// Round numbers for the axis of a plot.

const steps = [1, 2, 5, 10]

/** From 0 to the first that reaches `most`; a few of them, all whole where `most` counts something. */
export function roundTicks(most: number, wanted: number): readonly number[] {
  const step = roundStep(most / wanted)
  const last = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: last + 1 }, (_, index) => index * step)
}

/** Those that lie between two ends of an axis. */
export function ticksWithin(from: number, to: number, wanted: number): readonly number[] {
  const step = roundStep((to - from) / wanted)
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

/** The round step nearest above, 1 at least. */
function roundStep(atLeast: number): number {
  if (atLeast <= 1) return 1
  const decade = 10 ** Math.floor(Math.log10(atLeast))
  return (steps.find((step) => step * decade >= atLeast) ?? 10) * decade
}
