// One point: how its latencies are spread, how its requests went over time, what it is worth.
import { latencyLabels } from '#core/metrics/latencies.ts'
import { configurationClass } from '#core/report-file/page/configuration-colours.ts'
import { loadText, momentText, numberText } from '#core/report-file/page/number-text.ts'
import { ladderQuantiles, type ReportPoint, type Spread } from '#core/report-file/report.ts'
import { choices, choose, select, whenChosen } from './choices.ts'
import { courseCharts } from './course.ts'
import { drawnPart, html, svg } from './elements.ts'
import { path, plot } from './plot.ts'
import { metricTitle, report } from './report-data.ts'
import { telemetryCharts } from './telemetry.ts'
import { withTip } from './tip.ts'
import { whenWider } from './widths.ts'

export function drawDetail(): void {
  const place = drawnPart('detail')
  if (place === null) return
  whenChosen(() => place.replaceChildren(...detail(place.clientWidth)))
  whenWider(place, () => place.replaceChildren(...detail(place.clientWidth)))
}

function detail(width: number): Node[] {
  const point = report.points[choices.point]
  if (point === undefined) return []
  const chartWidth = width > 960 ? (width - 24) / 2 : width
  return [pointChoice(), facts(point), ...charts(point, chartWidth)]
}

function pointChoice(): HTMLElement {
  const options = report.points.map((point, index) => {
    const configuration =
      report.configurations.length > 1
        ? `${report.configurations[point.configuration]?.name ?? ''}, `
        : ''
    return [
      String(index),
      `${point.number}: ${configuration}${loadText(point.rate, point.concurrency)}`,
    ] as const
  })
  const chosen = String(choices.point)
  return html(
    'div',
    { class: 'choices' },
    select('Point', options, chosen, (value) => choose({ point: Number(value) })),
  )
}

function facts(point: ReportPoint): HTMLElement {
  const { judgement, reasons, limits, completed, failed, durationS, startedAtEpochMs, client } =
    point
  const rows = [
    [
      'Run',
      `${point.name} (${point.runId.slice(0, 8)})${point.marks.map((mark) => `, ${mark}`).join('')}`,
    ],
    ['Verdict', judgement],
    ...reasons.map(({ evidence, advice }) => ['', `${evidence} ${advice}`]),
    ...limits.map(({ held, text }) => [held === true ? 'Held' : 'Limit', text]),
    [
      'Requests',
      `${numberText(completed)} completed, ${numberText(failed)} failed, in ${numberText(durationS)} s`,
    ],
    ['Begun', momentText(startedAtEpochMs)],
    ...client.slice(0, 1).map((line) => ['Client', line.replace(/^Client: /, '')]),
  ]
  return html(
    'dl',
    {},
    ...rows.flatMap(([name = '', value = '']) => [html('dt', {}, name), html('dd', {}, value)]),
  )
}

function charts({ detail: found, configuration }: ReportPoint, width: number): Node[] {
  if (found === null) {
    return [html('p', { class: 'dim' }, 'Of this point no request is known one by one.')]
  }
  const spread = found.spreads[choices.metric]
  return [
    html(
      'div',
      { class: `charts ${configurationClass(configuration)}` },
      ...(spread === undefined ? [] : [histogram(spread, width), ladder(width)]),
      ...courseCharts(found, width),
      ...telemetryCharts(found, width),
    ),
  ]
}

function figure(title: string, note: string, picture: Node): HTMLElement {
  return html('figure', {}, html('figcaption', {}, title, html('small', {}, note)), picture)
}

function histogram({ edges, counts, count }: Spread, width: number): HTMLElement {
  const title = metricTitle(choices.metric, '')
  const picture = plot(
    {
      ...{ width, height: 260, label: `Histogram of ${title}` },
      x: { title, values: edges, isLog: false },
      y: { title: 'requests', values: counts, isLog: false },
    },
    ({ x, y }) =>
      counts.map((value, index) => {
        const [from = 0, to = 0] = [edges[index], edges[index + 1]]
        const bar = svg('rect', {
          ...{ class: 'fill', x: x.at(from), y: y.at(value) },
          ...{ width: Math.max(1, x.at(to) - x.at(from) - 0.5), height: y.at(0) - y.at(value) },
        })
        return withTip(
          bar,
          () => `${numberText(from)} – ${numberText(to)} ms: ${numberText(value)}`,
        )
      }),
  )
  return figure('How often', `${numberText(count)} values; the last bin holds a far tail`, picture)
}

/** Of this point and, thin, of the others on its configuration: the tail has as much room as the middle. */
function ladder(width: number): HTMLElement {
  const own = report.points[choices.point]
  const others = report.points.filter(
    (point) => point.configuration === own?.configuration && point !== own && point.detail !== null,
  )
  const shown = [...others.slice(0, 40), ...(own === undefined ? [] : [own])].flatMap((point) => {
    const spread = point.detail?.spreads[choices.metric]
    return spread === undefined ? [] : [{ point, values: spread.ladder }]
  })
  const picture = plot(
    {
      ...{ width, height: 260, label: `Percentiles of ${latencyLabels[choices.metric]}` },
      x: {
        title: 'percentile',
        values: [],
        isLog: false,
        labels: ladderQuantiles.map(quantileText),
      },
      y: {
        title: metricTitle(choices.metric, ''),
        values: shown.flatMap(({ values }) => values),
        isLog: choices.isLog,
      },
    },
    ({ x, y }) =>
      shown.flatMap(({ point, values }) => {
        const line = svg('path', {
          class: 'line',
          d: path(values.map((value, index) => [x.at(index), y.at(value)])),
          'stroke-opacity': point === own ? 1 : 0.25,
        })
        const dots = values.map((value, index) =>
          withTip(
            svg('circle', { class: 'dot', cx: x.at(index), cy: y.at(value), r: 3 }),
            () => `${quantileText(ladderQuantiles[index] ?? 0)}: ${numberText(value)} ms`,
          ),
        )
        return point === own ? [line, ...dots] : [line]
      }),
  )
  return figure('Percentiles', 'This point; thin, the others with its configuration', picture)
}

function quantileText(quantile: number): string {
  if (quantile === 0) return 'least'
  if (quantile === 1) return 'most'
  return `p${Number((quantile * 100).toFixed(1))}`
}
