// Text around the runs of a series: its heading, the heading of each run, and the closing tables.
import { datasetTraits } from '#core/traits/dataset-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SeriesOptions } from '#core/flags/series.ts'
import { banner } from '../console/report-layout.ts'
import { listedRate, rateLabel, type ResultFigures } from './result-figures.ts'
import { runsSummary } from './runs-summary.ts'
import { sweepSummary } from './sweep-summary.ts'

type SeriesText = Readonly<{
  heading: string
  /** `index` counts from 0. */
  runHeading(config: BenchmarkConfig, index: number): string
  /** Summary of the measured runs with their configurations. */
  summary(runs: readonly SeriesRun[]): string
}>

export type SeriesRun = Readonly<{ config: BenchmarkConfig; result: ResultFigures }>

const width = 70

export function seriesText(config: BenchmarkConfig, series: SeriesOptions): SeriesText {
  const { sweepMaxConcurrency, sweepRequestRate, sweepSummaryPercentiles, numRuns } = series
  if (sweepMaxConcurrency !== null) {
    const words = concurrencyText(config)
    return sweepText({
      ...words,
      values: sweepMaxConcurrency.map(String),
      percentiles: sweepSummaryPercentiles,
      loadOf: ({ maxConcurrency }) => String(maxConcurrency),
    })
  }
  if (sweepRequestRate !== null) {
    return sweepText({
      ...rateText,
      values: sweepRequestRate.map(listedRate),
      percentiles: sweepSummaryPercentiles,
      loadOf: ({ requestRate }) => rateLabel(requestRate),
    })
  }
  return {
    heading: `${banner(` Multi-Run Benchmark (${numRuns} runs) `, '=', width)}\n`,
    runHeading: (_, index) => banner(` Run ${index + 1}/${numRuns} `, '-', width),
    summary: (runs) => runsSummary(runs.map(({ result }) => result)),
  }
}

type SweepWords = Readonly<{
  title: string
  flag: string
  field: string
  label: string
  column: string
}>

type SweepSpec = SweepWords &
  Readonly<{
    values: readonly string[]
    percentiles: readonly number[]
    loadOf: (config: BenchmarkConfig) => string
  }>

const rateText: SweepWords = {
  title: ' Request Rate Sweep ',
  flag: '--request-rate',
  field: 'request_rate',
  label: 'rate',
  column: 'Request Rate',
}

function concurrencyText({ datasetName }: BenchmarkConfig): SweepWords {
  return datasetTraits[datasetName].holdsConversations
    ? {
        title: ' Multi-Turn Concurrency Sweep ',
        flag: '--multi-turn-concurrency',
        field: 'multi_turn_concurrency',
        label: 'concurrency',
        column: 'MT Concurrency',
      }
    : {
        title: ' Concurrency Sweep ',
        flag: '--max-concurrency',
        field: 'max_concurrency',
        label: 'concurrency',
        column: 'Max Concurrency',
      }
}

function sweepText(spec: SweepSpec): SeriesText {
  const { title, flag, field, label, column, values, percentiles, loadOf } = spec
  const count = values.length
  return {
    heading: [
      banner(title, '=', width),
      `Sweeping ${flag} over ${count} values: [${values.join(', ')}]`,
      '',
    ].join('\n'),
    runHeading: (config, index) =>
      banner(` Run ${index + 1}/${count}: ${field}=${loadOf(config)} `, '-', width),
    summary: (runs) =>
      sweepSummary(
        column,
        runs.map(({ config, result }) => ({ label: `${label}=${loadOf(config)}`, result })),
        percentiles,
      ),
  }
}
