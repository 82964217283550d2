// From values to pixels, along a straight or a logarithmic axis, with round numbers to label it.

export type Scale = Readonly<{
  at: (value: number) => number
  ticks: readonly number[]
}>

export type Span = Readonly<{ from: number; to: number }>

export function linearScale(values: readonly number[], pixels: Span, wanted: number): Scale {
  const most = Math.max(0, ...values) || 1
  const step = roundStep(most / wanted)
  const end = Math.ceil(most / step - 1e-9) * step
  const count = Math.round(end / step)
  return {
    at: (value) => pixels.from + (value / end) * (pixels.to - pixels.from),
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  }
}

/** Steps that are counted from 0, equally far from each other. */
export function stepScale(steps: number, pixels: Span): Scale {
  return {
    at: (step) => pixels.from + (step / Math.max(1, steps - 1)) * (pixels.to - pixels.from),
    ticks: Array.from({ length: steps }, (_, step) => step),
  }
}

/** What is not above zero stands at the lower end. */
export function logScale(values: readonly number[], pixels: Span): Scale {
  const above = values.filter((value) => value > 0)
  const least = Math.min(...(above.length === 0 ? [1] : above))
  const most = Math.max(...(above.length === 0 ? [10] : above))
  const ticks = logTicks(least, most)
  const [from, to] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)]
  return {
    at: (value) => {
      const share = (Math.log10(Math.max(value, ticks[0] ?? 1)) - from) / (to - from)
      return pixels.from + share * (pixels.to - pixels.from)
    },
    ticks,
  }
}

/** Decades, with steps between them where there are few. */
function logTicks(least: number, most: number): number[] {
  const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most * 1.0001))]
  const steps = last - first > 3 ? [1] : [1, 2, 5]
  const all = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)).flatMap(
    (decade) => steps.map((step) => step * decade),
  )
  const from = all.findLastIndex((tick) => tick <= least)
  const to = all.findIndex((tick) => tick >= most)
  return all.slice(Math.max(0, from), (to === -1 ? all.length : Math.max(to, from + 1)) + 1)
}

function roundStep(atLeast: number): number {
  const decade = 10 ** Math.floor(Math.log10(atLeast))
  return ([1, 2, 5, 10].find((step) => step * decade >= atLeast * 0.999) ?? 10) * decade
}
