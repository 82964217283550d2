// What the server and its GPUs told of themselves, over the same time as the requests above.
import { configurationClass } from '#core/report-file/page/configuration-colours.ts'
import { numberText } from '#core/report-file/page/number-text.ts'
import type { PointDetail } from '#core/report-file/report.ts'
import type { TelemetryLine, TelemetryPlot } from '#core/report-file/telemetry-plots.ts'
import { steadyBand } from './course.ts'
import { html, svg } from './elements.ts'
import { inset, path, plot, type PlotScales } from './plot.ts'
import { withTip } from './tip.ts'

export function telemetryCharts(
  { telemetry, course, steady }: PointDetail,
  width: number,
): HTMLElement[] {
  const endS = course.bucketS * course.concurrency.length
  return telemetry.map((each) => telemetryChart(each, { steady, endS, width }))
}

function telemetryChart(
  { title, axis, lines }: TelemetryPlot,
  { steady, endS, width }: Pick<PointDetail, 'steady'> & Readonly<{ endS: number; width: number }>,
): HTMLElement {
  const values = lines.flatMap(({ points }) => points.flatMap(([, value]) => value ?? []))
  const picture = plot(
    {
      ...{ width, height: 200, label: `${title} over time` },
      x: { title: 'seconds since the start', values: [endS], isLog: false },
      y: { title: axis, values, isLog: false },
    },
    (scales) => [
      ...steadyBand(steady, scales),
      ...lines.map((line, index) => drawn(line, index, scales)),
      ...bands(lines, scales),
    ],
  )
  return html('figure', {}, html('figcaption', {}, title, keys(lines)), picture)
}

function keys(lines: readonly TelemetryLine[]): HTMLElement {
  return html(
    'small',
    {},
    ...lines.flatMap(({ name }, index) => [
      ...(index > 0 ? [' '] : []),
      html('span', { class: `key ${configurationClass(index)}` }, name),
    ]),
  )
}

function drawn({ points }: TelemetryLine, index: number, { x, y }: PlotScales): SVGPathElement {
  const d = unbroken(points)
    .map((part) => path(part.map(([atS, value]) => [x.at(atS), y.at(value)])))
    .join('')
  return svg('path', { class: `line ${configurationClass(index)}`, d })
}

/** Where no one knows how it went on, a line ends and begins anew. */
function unbroken(points: TelemetryLine['points']): (readonly [number, number])[][] {
  const parts: (readonly [number, number])[][] = [[]]
  for (const [atS, value] of points) {
    if (value === null) parts.push([])
    else parts.at(-1)?.push([atS, value])
  }
  return parts.filter((part) => part.length > 0)
}

/** From half-way between two samples of the first line to the next half: what all lines say there. */
function bands(lines: readonly TelemetryLine[], { x, height }: PlotScales): Node[] {
  const atS = (lines[0]?.points ?? []).map(([each]) => each)
  return atS.map((each, index) => {
    const from = x.at((each + (atS[index - 1] ?? each)) / 2)
    const to = x.at((each + (atS[index + 1] ?? each)) / 2)
    const band = svg('rect', {
      ...{ x: from, y: inset.top, fill: 'transparent' },
      ...{ width: Math.max(1, to - from), height: height - inset.top - inset.bottom },
    })
    return withTip(band, () =>
      [`${numberText(each)} s`, ...lines.map((line) => said(line, each))].join('\n'),
    )
  })
}

function said({ name, points }: TelemetryLine, atS: number): string {
  const nearest = points.reduce<TelemetryLine['points'][number] | null>(
    (best, point) =>
      best === null || Math.abs(point[0] - atS) < Math.abs(best[0] - atS) ? point : best,
    null,
  )
  return `${name}: ${numberText(nearest?.[1] ?? null)}`
}
