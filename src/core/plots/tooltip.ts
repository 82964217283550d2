// Tooltips as HTML. All of their text is escaped here and nowhere else.
import { pointIndexOf } from './hovered.ts'
import { chartFont, type ChartTheme } from './theme.ts'

type TooltipLine = Readonly<{ color: string | null; name: string; value: string }>

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Exported for tests. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function lineHtml({ color, name, value }: TooltipLine): string {
  const mark =
    color === null
      ? ''
      : `<span style="display:inline-block;width:8px;height:8px;margin-right:6px;border-radius:2px;background:${escapeHtml(color)}"></span>`
  const cells = [
    `<td style="padding:0 16px 0 0">${mark}${escapeHtml(name)}</td>`,
    `<td style="text-align:right;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td>`,
  ]
  return `<tr>${cells.join('')}</tr>`
}

export function tooltipHtml(heading: string, lines: readonly TooltipLine[]): string {
  const rows = lines.map(lineHtml).join('')
  return `<div style="font-weight:600;margin-bottom:4px">${escapeHtml(heading)}</div><table style="border-spacing:0">${rows}</table>`
}

/** Tooltip in the common style; `formatter` returns HTML for the hovered item. */
export function tooltipOf<const Trigger extends 'axis' | 'item'>(
  theme: ChartTheme,
  trigger: Trigger,
  formatter: (hovered: unknown) => string,
) {
  return {
    trigger,
    formatter,
    confine: true,
    transitionDuration: 0,
    backgroundColor: theme.surface,
    borderColor: theme.line,
    padding: [8, 10],
    textStyle: { color: theme.text, fontFamily: chartFont, fontSize: 12 },
  }
}

/** Tooltip of one point: its name, and one line per fact. */
export type PointFacts = Readonly<{
  label: string
  facts: readonly Readonly<{ name: string; value: string }>[]
}>

/** Tooltip for items that contain the index of their point. */
export function pointTooltip(points: readonly PointFacts[], theme: ChartTheme) {
  return tooltipOf(theme, 'item', (hovered) => {
    const point = points[pointIndexOf(hovered) ?? -1]
    if (point === undefined) return ''
    return tooltipHtml(
      point.label,
      point.facts.map((fact) => ({ color: null, ...fact })),
    )
  })
}
