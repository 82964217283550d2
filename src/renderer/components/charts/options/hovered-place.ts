// Where the item under the mouse lies, along both axes.

export type Place = readonly [number, number]

/** Takes what ECharts passes to the formatter of a tooltip; null when that was no item with a place. */
export function hoveredPlace(hovered: unknown): Place | null {
  if (typeof hovered !== 'object' || hovered === null || !('value' in hovered)) return null
  const { value } = hovered
  const x: unknown = Array.isArray(value) ? value[0] : undefined
  const y: unknown = Array.isArray(value) ? value[1] : undefined
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : null
}
