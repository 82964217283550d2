// Runs over time as a table for a spreadsheet, one line per series and time: metrics of the client, the server and the GPUs.
import type { Run } from '../model/run/run.ts'
import { csvText, type CsvColumn } from '../documents/csv.ts'
import type { RunTimeline } from '../stats/drawing/timeline.ts'
import type { Series } from '../telemetry/telemetry-series.ts'

type SeriesSource = Readonly<{
  run: Run
  timeline: RunTimeline
  telemetry: readonly Series[]
}>

type Row = Readonly<{
  source: SeriesSource
  series: string
  label: string
  atS: number
  value: number | null
}>

const columns: readonly CsvColumn<Row>[] = [
  { name: 'run_id', cell: ({ source }) => source.run.id },
  { name: 'run_name', cell: ({ source }) => source.run.name },
  { name: 'series', cell: ({ series }) => series },
  { name: 'label', cell: ({ label }) => label },
  { name: 'at_s', cell: ({ atS }) => atS },
  { name: 'value', cell: ({ value }) => value },
]

/** With a header line, or to be appended to a file that has one. */
export function seriesCsv(source: SeriesSource, hasHead: boolean): string {
  const text = csvText(columns, [...clientRows(source), ...telemetryRows(source)])
  return hasHead ? text : text.slice(text.indexOf('\n') + 1)
}

const clientSeries = [
  'outputTokensPerSecond',
  'inputsPerSecond',
  'requestsPerSecondAsked',
  'requestsPerSecondCompleted',
  'concurrency',
  'failures',
  'ttftMedianMs',
  'ttftMaxMs',
] as const

function clientRows(source: SeriesSource): Row[] {
  const { atS, ...series } = source.timeline
  return clientSeries.flatMap((name) =>
    atS.map((at, index) => ({
      source,
      series: name,
      label: 'client',
      atS: at,
      value: series[name][index] ?? null,
    })),
  )
}

function telemetryRows(source: SeriesSource): Row[] {
  return source.telemetry.flatMap(({ name, label, points }) =>
    points
      .filter(({ value }) => value !== null)
      .map(({ atS, value }) => ({ source, series: name, label: label || 'server', atS, value })),
  )
}
