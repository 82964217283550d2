// At which moment of a time axis the mouse is.

/** Takes what ECharts passes to the formatter of an axis tooltip; null when that was no item. */
export function hoveredTime(hovered: unknown): number | null {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
  if (typeof first !== 'object' || first === null || !('axisValue' in first)) return null
  const atS = Number(first.axisValue)
  return Number.isNaN(atS) ? null : atS
}
