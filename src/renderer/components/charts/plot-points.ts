// Mouse actions on a point of a plot: select it, open it, or add it to the selection.
import { pointIndexOf } from '#core/plots/hovered.ts'

export type PointIntentions = Readonly<{
  look: (key: string) => void
  open: (key: string) => void
  choose: (key: string) => void
}>

export type PlotPoints = Readonly<{
  hover: (item: unknown) => void
  click: (item: unknown) => void
}>

/** `keys` are the points' keys, by index. */
export function plotPoints(keys: () => readonly string[], on: PointIntentions): PlotPoints {
  function withKey(item: unknown, then: (key: string) => void): void {
    const key = keys()[pointIndexOf(item) ?? -1]
    if (key !== undefined) then(key)
  }

  return {
    hover: (item) => withKey(item, on.look),
    click: (item) => withKey(item, isOneOfSeveral(item) ? on.choose : on.open),
  }
}

/** Whether a click has the modifier keys that add to a selection in every list; ECharts wraps the browser's event twice. */
function isOneOfSeveral(item: unknown): boolean {
  const click = eventIn(eventIn(item))
  return addingKeys.some((key) => click[key] === true)
}

const addingKeys = ['ctrlKey', 'metaKey', 'shiftKey'] as const

type ModifierKeys = Readonly<Partial<Record<(typeof addingKeys)[number], unknown>>>

function eventIn(item: unknown): ModifierKeys {
  if (typeof item !== 'object' || item === null || !('event' in item)) return {}
  const { event } = item
  return typeof event === 'object' && event !== null ? event : {}
}
