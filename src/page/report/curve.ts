// Throughput against latency, a curve per configuration: error bars, knees, limits; a click looks at a point.
import { latencyLabels, type MetricName } from '#core/metrics/latencies.ts'
import { configurationClass } from '#core/report-file/page/configuration-colours.ts'
import { loadText, numberText } from '#core/report-file/page/number-text.ts'
import type { Figure, ReportCell } from '#core/report-file/report.ts'
import { configurationKeys } from './configurations.ts'
import { choices, choose, select, toggle, whenChosen, type XAxis } from './choices.ts'
import { drawnPart, html, svg } from './elements.ts'
import { inset, path, plot, type PlotScales } from './plot.ts'
import { metricTitle, report, throughputTitles } from './report-data.ts'
import { withTip } from './tip.ts'
import { whenWider } from './widths.ts'

type Drawn = Readonly<{ cell: ReportCell; x: Figure; y: Figure }>

const xTitles: Readonly<Record<XAxis, string>> = {
  load: 'load asked for',
  ...throughputTitles,
}

export function drawCurve(): void {
  const place = drawnPart('curve')
  if (place === null) return
  const picture = html('div')
  place.replaceChildren(controls(), picture)
  whenChosen(() => picture.replaceChildren(curve(place.clientWidth), note()))
  whenWider(place, () => picture.firstChild?.replaceWith(curve(place.clientWidth)))
}

function controls(): HTMLElement {
  const xs = Object.entries(xTitles).filter(([name]) => name !== 'load' || loadsAreNumbers())
  return html(
    'div',
    { class: 'choices' },
    select(
      'Latency',
      report.metrics.map((name) => [name, latencyLabels[name]]),
      choices.metric,
      (name) => choose({ metric: name as MetricName }),
    ),
    select(
      'Statistic',
      report.statistics.map((name) => [name, name]),
      choices.statistic,
      (statistic) => choose({ statistic }),
    ),
    select('Across', xs, choices.x, (x) => choose({ x: x as XAxis })),
    toggle('log scale', choices.isLog, (isLog) => choose({ isLog })),
    ...configurationKeys(),
  )
}

/** Rate, or concurrency where the rate is the same everywhere. */
function loadOf({ rate, concurrency }: ReportCell): number | null {
  return typeof rate === 'number' ? rate : concurrency
}

function loadsAreNumbers(): boolean {
  return report.cells.some((cell) => loadOf(cell) !== null)
}

function drawnCells(): Drawn[] {
  return report.cells.flatMap((cell) => {
    const y = cell.latencies[choices.metric]?.[choices.statistic]
    const x = xOf(cell)
    return y === undefined || x === null || choices.hiddenConfigurations.has(cell.configuration)
      ? []
      : [{ cell, x, y }]
  })
}

function xOf(cell: ReportCell): Figure | null {
  if (choices.x !== 'load') return cell.throughputs[choices.x]
  const load = loadOf(cell)
  return load === null ? null : [load, null, null]
}

function limits() {
  return report.sweeps
    .flatMap((sweep) => sweep.limits)
    .flatMap(({ text, latency }) =>
      latency?.metric === choices.metric && latency.statistic === choices.statistic
        ? [{ text, mostMs: latency.mostMs }]
        : [],
    )
}

function curve(width: number): SVGSVGElement {
  const drawn = drawnCells()
  const title = metricTitle(choices.metric, choices.statistic)
  const ys = [...drawn.flatMap(({ y }) => known(y)), ...limits().map(({ mostMs }) => mostMs)]
  return plot(
    {
      ...{ width: Math.max(320, width), height: 420 },
      label: `${title} across ${xTitles[choices.x]}`,
      x: { title: xTitles[choices.x], values: drawn.flatMap(({ x }) => known(x)), isLog: false },
      y: { title, values: ys, isLog: choices.isLog },
    },
    (scales) => [
      ...limits().flatMap((limit) => limitLine(limit, scales)),
      ...report.configurations.flatMap((_, configuration) =>
        kneeBand(
          drawn.filter(({ cell }) => cell.configuration === configuration),
          scales,
        ),
      ),
      ...report.configurations.flatMap((_, configuration) => {
        const own = drawn.filter(({ cell }) => cell.configuration === configuration)
        return own.length === 0 ? [] : [configurationCurve(configuration, own, scales)]
      }),
    ],
  )
}

function known(figure: Figure): number[] {
  return figure.filter((value) => value !== null)
}

function configurationCurve(
  configuration: number,
  drawn: readonly Drawn[],
  scales: PlotScales,
): SVGGElement {
  const line = path(drawn.map(({ x, y }) => [scales.x.at(x[0]), scales.y.at(y[0])]))
  return svg(
    'g',
    { class: configurationClass(configuration) },
    svg('path', { class: 'line', d: line }),
    ...drawn.flatMap((each) => marks(each, scales)),
  )
}

function marks({ cell, x, y }: Drawn, scales: PlotScales): Node[] {
  const [cx, cy] = [scales.x.at(x[0]), scales.y.at(y[0])]
  const dot = svg('circle', { class: cell.isSound ? 'dot' : 'dot hollow', cx, cy, r: 5 })
  dot.addEventListener('click', () => choose({ point: cell.points[0] ?? 0 }))
  return [
    ...bars(x, y, scales),
    ...(cell.isKnee ? [svg('circle', { class: 'ring', cx, cy, r: 11 })] : []),
    ...(cell.isKnee && report.configurations.length === 1
      ? [svg('text', { class: 'strong', x: cx, y: cy - 16, 'text-anchor': 'middle' }, 'knee')]
      : []),
    ...(cell.points.includes(choices.point)
      ? [svg('circle', { class: 'chosen', cx, cy, r: 8 })]
      : []),
    withTip(dot, () => tipText({ cell, x, y })),
  ]
}

/** Where the knee is between two loads. */
function kneeBand(own: readonly Drawn[], { x, height }: PlotScales): Node[] {
  const [low, high] = own.filter(({ cell }) => cell.isKneeEnd).map((each) => x.at(each.x[0]))
  if (low === undefined || high === undefined) return []
  const [left, width] = [Math.min(low, high), Math.abs(high - low)]
  const size = { x: left, y: inset.top, width, height: height - inset.top - inset.bottom }
  return [svg('rect', { class: 'knee-band', ...size })]
}

function bars([xValue, xLow, xHigh]: Figure, [yValue, yLow, yHigh]: Figure, { x, y }: PlotScales) {
  const [cx, cy] = [x.at(xValue), y.at(yValue)]
  return [
    ...(yLow === null || yHigh === null
      ? []
      : [
          svg('line', {
            class: 'bar',
            x1: cx,
            x2: cx,
            y1: y.at(Math.max(0, yLow)),
            y2: y.at(yHigh),
          }),
        ]),
    ...(xLow === null || xHigh === null
      ? []
      : [
          svg('line', {
            class: 'bar',
            x1: x.at(Math.max(0, xLow)),
            x2: x.at(xHigh),
            y1: cy,
            y2: cy,
          }),
        ]),
  ]
}

function limitLine({ text, mostMs }: { text: string; mostMs: number }, scales: PlotScales): Node[] {
  const y = scales.y.at(mostMs)
  const right = scales.width - inset.right
  return [
    svg('line', { class: 'limit', x1: inset.left, x2: right, y1: y, y2: y }),
    svg('text', { class: 'limit-name', x: right, y: y - 5, 'text-anchor': 'end' }, text),
  ]
}

function tipText({ cell, y }: Drawn): string {
  const { requestThroughput, outputThroughput } = cell.throughputs
  const [value, low, high] = y
  const runs = cell.points.length
  const [from, to] = [numberText(low), numberText(high)]
  const reported = runs === 2 ? `${from} and ${to}` : `${from} – ${to}`
  const interval = low === null || high === null ? '' : ` (${reported})`
  return [
    report.configurations.length > 1 ? (report.configurations[cell.configuration]?.name ?? '') : '',
    loadText(cell.rate, cell.concurrency),
    `${metricTitle(choices.metric, choices.statistic)}: ${numberText(value)}${interval}`,
    `${numberText(requestThroughput[0])} req/s, ${numberText(outputThroughput[0])} output tok/s`,
    runs > 1 ? `mean of ${runs} runs` : '',
    cell.isKnee ? 'the knee' : cell.isSaturated ? 'saturated' : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function note(): HTMLElement {
  const repeats = report.cells.some(({ intervals }) => intervals === 'repeats')
  const origin = repeats
    ? 'across the repeats of a load, or within its only run; of two, the one and the other'
    : 'within each run'
  return html(
    'p',
    { class: 'dim' },
    `Bars: 95 % intervals ${origin}. Hollow: saturated, incomplete, or not usable. Ring: the knee. Band: the knee is between its edges.`,
  )
}
