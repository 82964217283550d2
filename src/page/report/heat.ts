// A map of cells over two of what varies between them, where two things do.
import { numberText } from '#core/report-file/page/number-text.ts'
import type { ReportCell } from '#core/report-file/report.ts'
import { choices, choose, select, whenChosen } from './choices.ts'
import { drawnPart, html, svg } from './elements.ts'
import { metricTitle, report, throughputTitles } from './report-data.ts'
import { withTip } from './tip.ts'

type Dimension = Readonly<{
  name: string
  /** Of a cell, as its row or column is labelled. */
  of: (cell: ReportCell) => string
}>

const dimensions: readonly Dimension[] = [
  {
    name: 'request rate',
    of: ({ rate }) => (typeof rate === 'number' ? `${numberText(rate)}/s` : String(rate ?? '–')),
  },
  { name: 'concurrency limit', of: ({ concurrency }) => String(concurrency ?? 'none') },
  {
    name: 'configuration',
    of: ({ configuration }) => report.configurations[configuration]?.name ?? '',
  },
]

type Shown = 'latency' | 'requestThroughput' | 'outputThroughput'

const shownTexts: readonly (readonly [Shown, string])[] = [
  ['latency', 'the latency chosen above'],
  ['requestThroughput', throughputTitles.requestThroughput],
  ['outputThroughput', throughputTitles.outputThroughput],
]

const rowHeight = 34

export function drawHeat(): void {
  const place = drawnPart('heat')
  const varied = dimensions.filter(({ of }) => new Set(report.cells.map(of)).size > 1)
  const [columns, rows] = varied
  if (place === null) return
  if (columns === undefined || rows === undefined) return void place.closest('section')?.remove()
  let shown: Shown = 'latency'
  let pair = [columns, rows] as const
  const picture = html('div')
  const draw = () => picture.replaceChildren(...map(pair, shown, place.clientWidth))
  place.replaceChildren(
    html(
      'div',
      { class: 'choices' },
      select('Show', shownTexts, shown, (value) => {
        shown = value as Shown
        draw()
      }),
      ...(varied.length > 2
        ? [
            select(
              'Rows',
              varied.slice(1).map(({ name }) => [name, name]),
              rows.name,
              (name) => {
                const row = varied.find((each) => each.name === name) ?? rows
                pair = [varied.find((each) => each !== row) ?? columns, row]
                draw()
              },
            ),
          ]
        : []),
    ),
    picture,
  )
  whenChosen(draw)
}

function map(
  [columns, rows]: readonly [Dimension, Dimension],
  shown: Shown,
  width: number,
): Node[] {
  const cells = report.cells.filter(
    ({ configuration }) => !choices.hiddenConfigurations.has(configuration),
  )
  const byTile = new Map<string, ReportCell[]>()
  for (const cell of cells) {
    const key = tileKey(columns.of(cell), rows.of(cell))
    byTile.set(key, [...(byTile.get(key) ?? []), cell])
  }
  const across = [...new Set(cells.map(columns.of))]
  const down = [...new Set(cells.map(rows.of))]
  const left = Math.min(
    260,
    24 + 7 * Math.max(...down.map((name) => name.length), rows.name.length),
  )
  const cellWidth = (Math.max(320, width) - left) / Math.max(1, across.length)
  const values = cells.flatMap((cell) => valueOf(cell, shown) ?? [])
  const span = { least: Math.min(...values), most: Math.max(...values) }
  const height = (down.length + 1) * rowHeight + 8
  return [
    svg(
      'svg',
      {
        viewBox: `0 0 ${Math.max(320, width)} ${height}`,
        role: 'img',
        'aria-label': `${columns.name} by ${rows.name}`,
      },
      ...across.map((name, column) =>
        svg('text', { x: left + (column + 0.5) * cellWidth, y: 20, 'text-anchor': 'middle' }, name),
      ),
      ...down.map((name, row) =>
        svg('text', { x: left - 8, y: (row + 1.6) * rowHeight, 'text-anchor': 'end' }, name),
      ),
      ...across.flatMap((column, x) =>
        down.flatMap((row, y) => {
          const own = byTile.get(tileKey(column, row)) ?? []
          const place = {
            x: left + x * cellWidth,
            y: (y + 1) * rowHeight,
            width: cellWidth,
            height: rowHeight,
          }
          return own.length === 0 ? [] : tile(own, { shown, span, place })
        }),
      ),
    ),
    html(
      'p',
      { class: 'dim' },
      noteText(cells, across.length * down.length, shown, [columns, rows]),
    ),
  ]
}

function tileKey(column: string, row: string): string {
  return JSON.stringify([column, row])
}

type Tile = Readonly<{
  shown: Shown
  span: Readonly<{ least: number; most: number }>
  place: Readonly<{ x: number; y: number; width: number; height: number }>
}>

function tile(cells: readonly ReportCell[], { shown, span, place }: Tile): Node[] {
  const values = cells.flatMap((cell) => valueOf(cell, shown) ?? [])
  if (values.length === 0) return []
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const share = span.most > span.least ? logShare(mean, span) : 0.5
  const rect = svg('rect', {
    class: 'cell',
    ...place,
    rx: 4,
    fill: 'var(--accent)',
    'fill-opacity': 0.08 + 0.62 * share,
  })
  rect.addEventListener('click', () => choose({ point: cells[0]?.points[0] ?? 0 }))
  const knee = cells.some(({ isKnee }) => isKnee) ? ' ◎' : ''
  const hollow = cells.every(({ isSound }) => isSound) ? '' : ' ▲'
  return [
    withTip(
      rect,
      () => `${numberText(mean)}${values.length > 1 ? ` (mean of ${values.length} loads)` : ''}`,
    ),
    svg(
      'text',
      { class: 'cell-value', x: place.x + place.width / 2, y: place.y + rowHeight / 2 + 4 },
      `${numberText(mean)}${knee}${hollow}`,
    ),
  ]
}

function logShare(value: number, { least, most }: Tile['span']): number {
  if (least <= 0) return (value - least) / (most - least)
  return Math.log(value / least) / Math.log(most / least)
}

function valueOf(cell: ReportCell, shown: Shown): number | null {
  if (shown === 'latency') return cell.latencies[choices.metric]?.[choices.statistic]?.[0] ?? null
  return cell.throughputs[shown][0]
}

function noteText(
  cells: readonly ReportCell[],
  tiles: number,
  shown: Shown,
  [columns, rows]: readonly [Dimension, Dimension],
): string {
  const what =
    shown === 'latency'
      ? metricTitle(choices.metric, choices.statistic)
      : (shownTexts.find(([name]) => name === shown)?.[1] ?? '')
  const merged =
    cells.length > tiles ? ' Where several loads share a tile, it shows their mean.' : ''
  return `${what}; columns: ${columns.name}, rows: ${rows.name}. Stronger is more. ◎ knee, ▲ saturated or not to be believed.${merged}`
}
