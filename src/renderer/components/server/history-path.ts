// The last minutes of one figure as an SVG path, with a gap for missing values.
import type { Point } from '#core/telemetry/over-time.ts'

type HistoryFrame = Readonly<{
  /** The left edge, in seconds before now. */
  periodS: number
  /** The value at the top edge. */
  top: number
  width: number
  height: number
}>

export function historyPath(points: readonly Point[], frame: HistoryFrame): string {
  const { periodS, top, width, height } = frame
  let path = ''
  let isDrawing = false
  for (const { atS, value } of points) {
    const isShown = value !== null && atS >= -periodS
    if (isShown) {
      const x = (1 + atS / periodS) * width
      const y = (1 - (top === 0 ? 0 : Math.min(value / top, 1))) * height
      const place = `${x.toFixed(1)} ${y.toFixed(1)}`
      // A line of length 0 with round ends shows a single value as a dot.
      path += isDrawing ? `L${place}` : `M${place}h0`
    }
    isDrawing = isShown
  }
  return path
}

/** A share is drawn over its whole range, other figures up to their maximum. */
export function historyTop(points: readonly Point[], unit: string): number {
  if (unit === '%') return 100
  return Math.max(0, ...points.map(({ value }) => value ?? 0))
}
