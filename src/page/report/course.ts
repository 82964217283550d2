// How a run went over time: its requests one by one, its throughput, and how many were in flight.
import { numberText } from '#core/report-file/page/number-text.ts'
import type { PointDetail } from '#core/report-file/report.ts'
import type { SampledRequest } from '#core/report-file/request-sample.ts'
import { choices } from './choices.ts'
import { html, svg } from './elements.ts'
import { inset, path, plot, type PlotScales } from './plot.ts'
import { metricTitle } from './report-data.ts'
import { withTip } from './tip.ts'

export function courseCharts(detail: PointDetail, width: number): HTMLElement[] {
  return [scatter(detail, width), throughput(detail, width)]
}

function figure(title: string, note: string, picture: Node): HTMLElement {
  return html('figure', {}, html('figcaption', {}, title, html('small', {}, note)), picture)
}

function scatter({ requests, steady }: PointDetail, width: number): HTMLElement {
  const isFirst = choices.metric === 'ttft'
  const valueOf = ([, ttftMs, e2elMs]: SampledRequest) => (isFirst ? ttftMs : e2elMs)
  const rows = requests.rows.flatMap((row) => {
    const value = valueOf(row)
    return value === null ? [] : [{ row, value }]
  })
  const radius = rows.length > 500 ? 1.5 : 2.5
  const picture = plot(
    {
      ...{ width, height: 260, label: 'Requests over time' },
      x: {
        title: 'seconds since the start',
        values: rows.map(({ row }) => row[0] / 1000),
        isLog: false,
      },
      y: {
        title: metricTitle(isFirst ? 'ttft' : 'e2el', ''),
        values: rows.map(({ value }) => value),
        isLog: choices.isLog,
      },
    },
    (scales) => [
      ...steadyBand(steady, scales),
      ...rows.map(({ row: [sentAtMs, , , failed], value }) =>
        withTip(
          svg('circle', {
            class: failed === 1 ? 'request failed' : 'request',
            ...{
              cx: scales.x.at(sentAtMs / 1000),
              cy: scales.y.at(value),
              r: failed === 1 ? 3 : radius,
            },
          }),
          () =>
            `sent at ${numberText(sentAtMs / 1000)} s: ${numberText(value)} ms${failed === 1 ? ', failed' : ''}`,
        ),
      ),
    ],
  )
  return figure(
    isFirst ? 'Requests: time to first token' : 'Requests: whole answer',
    sampleText(requests),
    picture,
  )
}

/** What is left out is said. */
function sampleText({ total, every, rows }: PointDetail['requests']): string {
  if (rows.length === total)
    return `All ${numberText(total)} requests; green: the steady state, red: failed`
  return `${numberText(rows.length)} of ${numberText(total)} requests: one in ${every}, besides them the slowest and failed ones; green: the steady state`
}

function throughput({ course, steady }: PointDetail, width: number): HTMLElement {
  const { bucketS, concurrency, outputTokensPerSecond } = course
  const hasTokens = outputTokensPerSecond.some((value) => value > 0)
  const series = hasTokens ? outputTokensPerSecond : concurrency
  const at = series.map((_, index) => (index + 0.5) * bucketS)
  const picture = plot(
    {
      ...{ width, height: 260, label: 'Throughput over time' },
      x: { title: 'seconds since the start', values: at, isLog: false },
      y: {
        title: hasTokens ? 'output tokens per second' : 'requests in flight',
        values: series,
        isLog: false,
      },
    },
    (scales) => [
      ...steadyBand(steady, scales),
      svg('path', {
        class: 'line',
        d: path(series.map((value, index) => [scales.x.at(at[index] ?? 0), scales.y.at(value)])),
      }),
      ...at.map((atS, index) => {
        const band = svg('rect', {
          ...{ x: scales.x.at(atS - bucketS / 2), y: inset.top, fill: 'transparent' },
          ...{
            width: Math.max(1, scales.x.at(bucketS) - scales.x.at(0)),
            height: scales.height - inset.top - inset.bottom,
          },
        })
        return withTip(band, () =>
          [
            `${numberText(atS)} s`,
            `${numberText(outputTokensPerSecond[index])} output tok/s`,
            `${numberText(concurrency[index])} in flight`,
          ].join('\n'),
        )
      }),
    ],
  )
  return figure(
    'Throughput',
    `In steps of ${numberText(bucketS)} s; requests in flight under the pointer`,
    picture,
  )
}

export function steadyBand(steady: PointDetail['steady'], { x, height }: PlotScales): Node[] {
  if (steady === null) return []
  const [from, to] = [x.at(steady.startS), x.at(steady.endS)]
  return [
    svg('rect', {
      ...{ class: 'steady', x: from, y: inset.top },
      ...{ width: Math.max(0, to - from), height: height - inset.top - inset.bottom },
    }),
  ]
}
