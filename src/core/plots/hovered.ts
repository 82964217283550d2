// Parses the parameters that ECharts passes to tooltip formatters and click handlers: the item under the mouse, and its
// position.

export type Place = readonly [number, number]

/** Takes what ECharts passes to the formatter of a tooltip; null when that was no item with a place. */
export function hoveredPlace(hovered: unknown): Place | null {
  if (typeof hovered !== 'object' || hovered === null || !('value' in hovered)) return null
  const { value } = hovered
  const x: unknown = Array.isArray(value) ? value[0] : undefined
  const y: unknown = Array.isArray(value) ? value[1] : undefined
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : null
}

/** Takes what ECharts passes to the formatter of an axis tooltip; -1 when that was no item. */
export function hoveredPosition(hovered: unknown): number {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
  if (typeof first !== 'object' || first === null || !('dataIndex' in first)) return -1
  return typeof first.dataIndex === 'number' ? first.dataIndex : -1
}

/** Takes what ECharts passes to the formatter of an axis tooltip; null when that was no item. */
export function hoveredTime(hovered: unknown): number | null {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
  if (typeof first !== 'object' || first === null || !('axisValue' in first)) return null
  const atS = Number(first.axisValue)
  return Number.isNaN(atS) ? null : atS
}

/** Position of the point of a sweep, the third number of every item drawn for it; null when the item is no point. */
export function pointIndexOf(hovered: unknown): number | null {
  if (typeof hovered !== 'object' || hovered === null || !('value' in hovered)) return null
  const index: unknown = Array.isArray(hovered.value) ? hovered.value[2] : undefined
  return typeof index === 'number' ? index : null
}
