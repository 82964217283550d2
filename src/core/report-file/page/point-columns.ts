// The columns of the table of points: what each shows, and what it is sorted by.
import { metricsEn } from '../../messages/en/metrics.ts'
import { scalarOf, scalarsWith, type ScalarWith } from '../../metrics/scalar-names.ts'
import { answerLatencies, latencyLabels } from '#core/metrics/latencies.ts'
import { tailPercentiles } from '../../stats/tail-percentiles.ts'
import type { Figure, Report, ReportPoint } from '../report.ts'
import { none, numberText } from './number-text.ts'

export type PointColumn = Readonly<{
  title: string
  unit: string
  /** A second line, dimmer; empty for none. */
  cell: (point: ReportPoint) => Readonly<{ text: string; note: string }>
  /** Null comes last. */
  order: (point: ReportPoint) => number | string | null
}>

export function pointColumns(report: Report): PointColumn[] {
  const { configurations, metrics, points } = report
  const hasRepeats = points.some(({ repeat }) => repeat > 0)
  const hasLimits = points.some(({ limits }) => limits.length > 0)
  const sends = metrics.includes('ttft')
  const statistics = tabledStatistics(points)
  return [
    pointColumn(report),
    ...(configurations.length > 1
      ? [words('Arm', ({ configuration }) => configurations[configuration]?.name ?? none)]
      : []),
    plain('Rate', 'req/s', ({ rate }) => (rate === 'inf' ? Infinity : rate)),
    ...(points.some(({ concurrency }) => concurrency !== null)
      ? [plain('Limit', 'in flight', ({ concurrency }) => concurrency)]
      : []),
    ...(hasRepeats ? [plain('Repeat', '', ({ repeat }) => repeat + 1)] : []),
    words('Verdict', ({ judgement }) => judgement),
    ...(hasLimits ? [words('Limits', limitsText)] : []),
    ...scalarsWith('column')
      .filter((name) => sends || scalarOf(name).task !== 'generation')
      .map(scalar),
    ...answerLatencies
      .filter((metric) => metrics.includes(metric))
      .flatMap((metric) =>
        statistics.map((statistic) =>
          figure(
            `${statistic} ${latencyLabels[metric]}`,
            ({ latencies }) => latencies[metric]?.[statistic],
          ),
        ),
      ),
    plain('Failed', '', ({ failed }) => failed),
    plain('Duration', 's', ({ durationS }) => durationS),
  ]
}

/** Shown of each latency; the choice of the charts is wider. */
function tabledStatistics(points: readonly ReportPoint[]): string[] {
  const asked = points.map(({ latencies }) =>
    Object.values(latencies)
      .flatMap((figures) => Object.keys(figures))
      .flatMap((name) => (name.startsWith('p') ? Number(name.slice(1)) : [])),
  )
  return [50, ...tailPercentiles(asked)].map((percentile) => `p${percentile}`)
}

/** What is said of the whole report is not said of each point again. */
function pointColumn({ simulated }: Report): PointColumn {
  const marksOf = ({ marks }: ReportPoint) =>
    marks.filter((mark) => mark !== 'simulated' || simulated === 'some')
  return {
    title: 'Point',
    unit: '',
    order: ({ number }) => number,
    cell: (point) => ({ text: String(point.number), note: marksOf(point).join(', ') }),
  }
}

/** `2 of 3 held`. */
function limitsText({ limits }: ReportPoint): string {
  if (limits.length === 0) return none
  const held = limits.filter((limit) => limit.held === true).length
  return held === limits.length ? 'all held' : `${held} of ${limits.length} held`
}

function words(title: string, text: (point: ReportPoint) => string): PointColumn {
  return {
    title,
    unit: '',
    order: text,
    cell: (point) => ({ text: text(point), note: '' }),
  }
}

function plain(
  title: string,
  unit: string,
  value: (point: ReportPoint) => number | null,
): PointColumn {
  return {
    title,
    unit,
    order: value,
    cell: (point) => {
      const found = value(point)
      return { text: found === Infinity ? 'inf' : numberText(found), note: '' }
    },
  }
}

function scalar(name: ScalarWith<'column'>): PointColumn {
  const title = metricsEn[name].column
  const value = ({ throughputs }: ReportPoint) => throughputs?.[name][0] ?? null
  return plain(title.charAt(0).toUpperCase() + title.slice(1), scalarOf(name).unit, value)
}

function figure(title: string, of: (point: ReportPoint) => Figure | undefined): PointColumn {
  return {
    title,
    unit: 'ms',
    order: (point) => of(point)?.[0] ?? null,
    cell: (point) => {
      const [value, low, high] = of(point) ?? [null, null, null]
      const note = low === null || high === null ? '' : `${numberText(low)} – ${numberText(high)}`
      return { text: numberText(value), note }
    },
  }
}
