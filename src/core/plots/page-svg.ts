// A plot as an SVG element of a page: uses colours and fonts of the page's style, and shows facts on hover.
import { element, escaped } from '#core/base/markup.ts'
import { pointIndexOf } from './hovered.ts'
import type { AnyChartOption } from './option.ts'
import type { PointFacts } from './tooltip.ts'
import { renderSvg, type PlotSize } from './render-svg.ts'

type KeyedFacts = PointFacts & Readonly<{ key?: string }>

export type PagePlot = Readonly<{
  option: AnyChartOption
  size: PlotSize
  /** Label for assistive technology. */
  label: string
  /** Facts shown on hover over an item of a series, and the key written to its element. */
  facts?: (series: number, item: number) => KeyedFacts | undefined
}>

/** `id` distinguishes its clip paths from clip paths of the page's other plots. */
export function pageSvg(figure: PagePlot, id: string): string {
  const { width, height } = figure.size
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': figure.label },
    pageSvgContent(figure, id),
  )
}

/** Facts of points, for series whose items contain the index of their point as the third number. */
export function factsOfPoints<Point extends KeyedFacts>(
  { series }: AnyChartOption,
  points: readonly Point[],
): NonNullable<PagePlot['facts']> {
  const all = Array.isArray(series) ? series : []
  return (position, item) => {
    const data: unknown = all[position]?.data
    const drawn: unknown = Array.isArray(data) ? data[item] : undefined
    return points[pointIndexOf(Array.isArray(drawn) ? { value: drawn } : drawn) ?? -1]
  }
}

/** Content of the element, for embedding in another SVG. */
export function pageSvgContent(
  { option, size, facts }: Omit<PagePlot, 'label'>,
  id: string,
): string {
  const drawn = compacted(renderSvg(fixed(option), size, 'none'), id)
  return drawn
    .slice(drawn.indexOf('>') + 1, drawn.lastIndexOf('</svg>'))
    .replace(items, (tag, series: string, item: string) =>
      withFacts(tag, facts?.(Number(series), Number(item))),
    )
}

/** The margins of our plots fit their labels, so ECharts does not need to measure labels for a second layout. */
function fixed(option: AnyChartOption): AnyChartOption {
  if ('parallel' in option || option.grid === undefined) return option
  const grids = Array.isArray(option.grid) ? option.grid : [option.grid]
  return { ...option, grid: grids.map((grid) => ({ ...grid, outerBoundsMode: 'none' as const })) }
}

/** Matches an element that ECharts drew for an item of a series. */
const items =
  /<\w+[^>]* ecmeta_series_index="(\d+)" ecmeta_data_index="(\d+)"[^>]*?(?:\/>|><\/\w+>)/g

function withFacts(tag: string, facts: ReturnType<NonNullable<PagePlot['facts']>>): string {
  const isPlain = tag.includes('ecmeta_silent') || tag.includes('ecmeta_ssr_type="legend"')
  const plain = tag.replace(/ ecmeta_\w+="[^"]*"/g, '').replace(/\/?>(<\/\w+>)?$/, '')
  if (facts === undefined || isPlain) return `${plain}/>`
  const lines = [facts.label, ...facts.facts.map(({ name, value }) => `${name}: ${value}`)]
  const key = facts.key === undefined ? '' : ` data-key="${escaped(facts.key)}"`
  const name = /^<(\w+)/.exec(plain)?.[1] ?? 'path'
  return `${plain}${key}>${element('title', {}, escaped(lines.join('\n')))}</${name}>`
}

/** Removes document styles, which the page's policy forbids, and unneeded attributes; rounds to two decimals. */
function compacted(svg: string, id: string): string {
  return svg
    .replace(/<style[^]*?<\/style>\s*/g, '')
    .replace(/>\s*\n\s*</g, '><')
    .replace(/ (?:class|pointer-events|xml:space)="[^"]*"/g, '')
    .replace(/ style="([^"]*)"/g, (_, style: string) => fontAttributes(style))
    .replace(/zr\d+-c/g, `${id}-`)
    .replace(/ (?:d|transform|x|y|stroke-width)="[^"]*"/g, (attribute) =>
      attribute.replace(/-?\d+\.\d{2,}/g, (number) => String(Number(Number(number).toFixed(2)))),
    )
    .replace(/ d="((?:[ML]-?[\d.]+ -?[\d.]+)+)"/g, (_, path: string) => ` d="${shorter(path)}"`)
    .replace(/><\/(?:path|rect)>/g, '/>')
    .replace(/<path d=""[^>]*\/>/g, '')
}

/** Same lines, with one coordinate for horizontal and vertical lines. */
function shorter(path: string): string {
  let before = ['', '']
  return path.replace(/([ML])(\S+?) ([^ML]+)/g, (whole, command: string, x: string, y: string) => {
    const [lastX, lastY] = before
    before = [x, y]
    if (command === 'M') return whole
    if (y === lastY) return `H${x}`
    return x === lastX ? `V${y}` : whole
  })
}

/** Attributes that differ from the page's own 12 px font. */
function fontAttributes(style: string): string {
  const size = /font-size:([\d.]+)px/.exec(style)?.[1] ?? '12'
  const weight = /font-weight:(\w+)/.exec(style)?.[1]
  return (
    (size === '12' ? '' : ` font-size="${size}"`) +
    (weight === undefined ? '' : ` font-weight="${weight}"`)
  )
}
