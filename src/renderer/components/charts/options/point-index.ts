// Which point of a sweep the mouse is on: every drawn item carries the point's position as its third number.

/** Takes what ECharts passes to tooltips and click handlers; null when that was no point. */
export function pointIndexOf(hovered: unknown): number | null {
  if (typeof hovered !== 'object' || hovered === null || !('value' in hovered)) return null
  const index: unknown = Array.isArray(hovered.value) ? hovered.value[2] : undefined
  return typeof index === 'number' ? index : null
}
