// Where along its series the mouse is.

/** Takes what ECharts passes to the formatter of an axis tooltip; -1 when that was no item. */
export function hoveredPosition(hovered: unknown): number {
  const first: unknown = Array.isArray(hovered) ? hovered[0] : hovered
  if (typeof first !== 'object' || first === null || !('dataIndex' in first)) return -1
  return typeof first.dataIndex === 'number' ? first.dataIndex : -1
}
