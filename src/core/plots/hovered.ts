// Parses the parameters that ECharts passes to tooltip formatters and click handlers: the item under the mouse, and its position.

export type Place = readonly [number, number]

/** Accepts the parameters of an item tooltip's formatter; null if there is no item with a position. */
export function hoveredPlace(hovered: unknown): Place | null {
  if (typeof hovered !== 'object' || hovered === null || !('value' in hovered)) return null
  const { value } = hovered
  const x: unknown = Array.isArray(value) ? value[0] : undefined
  const y: unknown = Array.isArray(value) ? value[1] : undefined
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : null
}

/** Accepts the parameters of an axis tooltip's formatter; -1 if there is no item. */
export function hoveredPosition(hovered: unknown): number {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
  if (typeof first !== 'object' || first === null || !('dataIndex' in first)) return -1
  return typeof first.dataIndex === 'number' ? first.dataIndex : -1
}

/** Accepts the parameters of an axis tooltip's formatter; null if there is no item. */
export function hoveredTime(hovered: unknown): number | null {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
  if (typeof first !== 'object' || first === null || !('axisValue' in first)) return null
  const atS = Number(first.axisValue)
  return Number.isNaN(atS) ? null : atS
}

/** Index of the sweep point, the third number of every item drawn for it; null if the item is not a point. */
export function pointIndexOf(hovered: unknown): number | null {
  if (typeof hovered !== 'object' || hovered === null || !('value' in hovered)) return null
  const index: unknown = Array.isArray(hovered.value) ? hovered.value[2] : undefined
  return typeof index === 'number' ? index : null
}
