// The shown part of a horizontal axis, in per cent of it, as zooming changes it.
export type ZoomRange = Readonly<{ start: number; end: number }>

export const wholeRange: ZoomRange = { start: 0, end: 100 }

/** Parts smaller than this show nothing. */
const leastPercent = 0.05

/** Enlarged or reduced by `factor` around a place of the shown part, 0–1; a factor below 1 shows less. */
export function zoomedAround({ start, end }: ZoomRange, place: number, factor: number): ZoomRange {
  const width = Math.min(100, Math.max(leastPercent, (end - start) * factor))
  const at = start + (end - start) * place
  const from = Math.min(100 - width, Math.max(0, at - width * place))
  return { start: from, end: from + width }
}

/** From one place of the shown part to another, 0–1, in any order. */
export function zoomedBetween({ start, end }: ZoomRange, a: number, b: number): ZoomRange {
  const [low, high] = [Math.max(0, Math.min(a, b)), Math.min(1, Math.max(a, b))]
  const width = end - start
  const wanted = { start: start + width * low, end: start + width * high }
  return wanted.end - wanted.start < leastPercent ? { start, end } : wanted
}
