// Columns of the table of points: content and sort order.
import { languageRecords } from '../../messages/language-records.ts'
import type { Language } from '../../messages/languages.ts'
import { listed, message, type Text } from '../../messages/message.ts'
import { keptFactor } from '#core/judgement/kept-throughput.ts'
import type { LoadUnit } from '#core/traits/load-traits.ts'
import { scalarOf, scalarsWith, type ScalarWith } from '../../metrics/scalar-names.ts'
import { figureTraits, inItsUnit } from '#core/metrics/figures.ts'
import { columnLatencies, latencyLabels, type MetricName } from '#core/metrics/latencies.ts'
import { tailPercentiles } from '../../stats/tail-percentiles.ts'
import {
  type Figure,
  type PointMark,
  type Report,
  reportedCosts,
  type ReportPoint,
} from '../report.ts'
import type { Column } from '#core/documents/table.ts'
import { dash as none } from '#core/base/numbers.ts'

type PointColumn = Column<ReportPoint>

export function pointColumns(report: Report, language: Language): PointColumn[] {
  const { configurations, metrics, points } = report
  const hasRepeats = points.some(({ repeat }) => repeat > 0)
  const hasLimits = points.some(({ limits }) => limits.length > 0)
  const sends = metrics.includes('ttft')
  const statistics = tabledStatistics(points)
  const words = (name: WordColumn, cell: PointColumn['cell']): PointColumn => ({
    head: [message(`report.column.${name}`)],
    align: 'left',
    cell,
  })
  const plain = (name: PlainColumn, unit: Text, value: (point: ReportPoint) => number | null) =>
    numbers(message(`report.column.${name}`), unit, value)
  return [
    pointColumn(report),
    ...(configurations.length > 1
      ? [words('configuration', ({ configuration }) => configurations[configuration]?.name ?? none)]
      : []),
    ...unitsOf(points).map((unit) =>
      plain('rate', message(`tables.rateUnit.${unit}`), ({ rate, held }) =>
        held !== unit ? null : rate === 'inf' ? Infinity : rate,
      ),
    ),
    ...unitsOf(points.filter(({ concurrency }) => concurrency !== null)).map((held) =>
      plain('concurrency', message(`tables.held.${held}`), (point) =>
        point.held === held ? point.concurrency : null,
      ),
    ),
    ...(hasRepeats ? [plain('repeat', '', ({ repeat }) => repeat + 1)] : []),
    words('verdict', ({ grade, judgement }) => ({ grade, text: judgement })),
    ...(hasLimits ? [words('limits', limitsText)] : []),
    ...scalarsWith('column')
      .filter((name) => sends || scalarOf(name).task !== 'generation')
      .map((name) => scalar(name, language)),
    ...reportedCosts
      .filter((name) => points.some(({ costs }) => costs[name] !== null))
      .map((name) =>
        figure(languageRecords[language].metrics[name].title, ({ costs }) => costs[name], ''),
      ),
    ...columnLatencies
      .filter((metric) => metrics.includes(metric))
      .flatMap((metric) =>
        statistics.map((statistic) =>
          figure(
            `${statistic} ${latencyLabels[metric]}`,
            ({ latencies }) => inUnit(metric, latencies[metric]?.[statistic]),
            figureTraits[metric].unit,
          ),
        ),
      ),
    plain('failed', '', ({ failed }) => failed),
    ...(['rejected', 'clientCancelled'] as const)
      .filter((name) => points.some((point) => point[name] !== null))
      .map((name) => plain(name, '', (point) => point[name] ?? 0)),
    plain('duration', 's', ({ durationS }) => durationS),
  ]
}

type WordColumn = 'configuration' | 'verdict' | 'limits'
type PlainColumn =
  ('rate' | 'concurrency' | 'repeat' | 'duration') | ('failed' | 'rejected' | 'clientCancelled')

function unitsOf(points: readonly ReportPoint[]): LoadUnit[] {
  return [...new Set(points.map(({ held }) => held))]
}

/** Statistics shown for each latency; the charts offer more. */
function tabledStatistics(points: readonly ReportPoint[]): string[] {
  const asked = points.map(({ latencies }) =>
    Object.values(latencies)
      .flatMap((figures) => Object.keys(figures))
      .flatMap((name) => (name.startsWith('p') ? Number(name.slice(1)) : [])),
  )
  return [50, ...tailPercentiles(asked)].map((percentile) => `p${percentile}`)
}

/** Omits marks that apply to the whole report. */
function pointColumn({ simulated }: Report): PointColumn {
  const marksOf = ({ marks }: ReportPoint) =>
    marks.filter((mark) => mark !== 'simulated' || simulated === 'some')
  return {
    head: [message('report.column.point')],
    cell: (point) => ({
      point: point.number - 1,
      text: String(point.number),
      note: listed(marksOf(point).map(markText)),
    }),
  }
}

export function markText(mark: PointMark): Text {
  return message(`tables.${mark}`)
}

/** `2 of 3 met` */
function limitsText({ limits }: ReportPoint): Text {
  const count = limits.length
  if (count === 0) return none
  const held = limits.filter((limit) => limit.held === true).length
  return held === count ? message('report.allHeld') : message('report.someHeld', { held, count })
}

function numbers(
  title: Text,
  unit: Text,
  value: (point: ReportPoint) => number | null,
): PointColumn {
  return { head: [title, unit], cell: (point) => ({ value: value(point) }) }
}

function scalar(name: ScalarWith<'column'>, language: Language): PointColumn {
  const title = languageRecords[language].metrics[name].column
  const value = ({ throughputs, kept }: ReportPoint) =>
    keptFactor(kept, name) === null ? null : (throughputs?.[name][0] ?? null)
  return numbers(title.charAt(0).toUpperCase() + title.slice(1), scalarOf(name).unit, value)
}

function inUnit(metric: MetricName, kept: Figure | undefined): Figure | null {
  if (kept === undefined) return null
  const [value, low, high] = kept
  const ends = [low, high].map((end) => end && inItsUnit(metric, end))
  return [inItsUnit(metric, value), ends[0] ?? null, ends[1] ?? null]
}

function figure(
  title: string,
  of: (point: ReportPoint) => Figure | null | undefined,
  unit: string,
): PointColumn {
  return {
    head: [title, unit],
    cell: (point) => {
      const [value, low, high] = of(point) ?? [null, null, null]
      return { value, interval: low === null || high === null ? null : { low, high } }
    },
  }
}
