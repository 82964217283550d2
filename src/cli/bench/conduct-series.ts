// Consecutive runs of one command line: a sweep, printed on the terminal in the format of vLLM's Rust client.
import { message } from '#core/messages/message.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { appError } from '#core/model/app-error.ts'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SweepPoint } from '#core/model/sweep.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { resultFileName, resultJson } from '#core/report/result-file/result-json.ts'
import { rateLabel, resultFigures } from '#core/report/series/result-figures.ts'
import { type SeriesRun, seriesText } from '#core/report/series/series-text.ts'
import { seriesConfig, seriesPlan, seriesPoints } from '#core/sweep/series-plan.ts'
import type { BenchmarkResult } from '#node/experiment/benchmark.ts'
import { runSweep } from '#node/experiment/run-sweep.ts'
import type { PointEnd } from '#node/experiment/sweep-tools.ts'
import type { SeriesOptions } from '#core/flags/series.ts'
import { checkedBy } from '../arguments/checked-by.ts'
import type { BenchServeArguments } from '../arguments/parse-bench-serve.ts'
import type { Terminal } from '../command.ts'
import { exitCodes, runCode } from '../exit.ts'
import { resetCachesOf } from './reset-caches-of.ts'

/** Measures, reports and saves one run. */
export type MeasureRun = (
  args: BenchServeArguments,
  terminal: Terminal,
  nameOf: (config: BenchmarkConfig) => string,
) => Promise<BenchmarkResult>

export async function conductSeries(
  args: BenchServeArguments,
  terminal: Terminal,
  measureRun: MeasureRun,
): Promise<number> {
  const { series, output } = args
  const plan = seriesPlan(args.config, series)
  const points = seriesPoints(plan)
  const configs = points.map((point) => checkedConfig(seriesConfig(plan, point, series)))
  const text = seriesText(args.config, series)
  const fileName = seriesFileName({ ...series, beganAtEpochMs: Date.now() })
  const measured: SeriesRun[] = []
  const summaries = new Map<number, RunSummary>()
  let isBroken = false

  async function measurePoint({ index }: SweepPoint): Promise<PointEnd> {
    const config = configs[index] ?? plan.config
    terminal.print(text.runHeading(config, index))
    const nameOf = (run: BenchmarkConfig) => fileName(run, index)
    const result = await measureRun({ ...args, config }, terminal, nameOf)
    terminal.print('')
    const { summary, outcome } = result
    isBroken ||= runCode(result) === exitCodes.broken
    if (outcome.cancelled) return { status: 'cancelled', summary, lostBecause: null }
    const json = resultJson(
      { ...result, ...outcome },
      { detailed: false, layout: output.reportLayout },
    )
    measured.push({ config, result: resultFigures(json) })
    summaries.set(index, summary)
    return { status: 'completed', summary, lostBecause: null }
  }

  terminal.print(text.heading)
  const end = await runSweep(
    {
      state: () => ({
        sweep: { plan, servers: [{ id: 'target', name: 'target' }], points, answers: [] },
        summaries,
      }),
      log: () => undefined,
      savePoint: (point) => points.splice(point.index, 1, point),
      saveAnswer: () => undefined,
      serverFor: ({ index }) => Promise.resolve(configs[index] ?? plan.config),
      putServersBack: () => Promise.resolve(),
      resetCaches: async (config) => {
        await resetCachesOf(config)
        return { done: true }
      },
      measure: (point) => measurePoint(point),
      wantsPause: () => false,
      rest: (seconds, signal) => delay(seconds * 1000, undefined, { signal }),
    },
    terminal.interrupted,
  )
  if (measured.length > 0) terminal.print(text.summary(measured))
  if (end === 'cancelled') {
    terminal.note(message('cli.seriesInterrupted', { count: measured.length, all: points.length }))
    return exitCodes.interrupted
  }
  return isBroken ? exitCodes.broken : exitCodes.done
}

/** Requires a result file per run, because several results in one file are lines of it. */
export function requireFileForEach({ series, output }: BenchServeArguments): void {
  const { resultFilename, appendResult } = output
  if (resultFilename === null || appendResult) return
  const runs = (series.sweepMaxConcurrency ?? series.sweepRequestRate)?.length ?? series.numRuns
  if (runs === 1) return
  throw appError(
    'invalid-input',
    'cli.oneFileForMany',
    { name: resultFilename, runs },
    { field: 'resultFilename' },
  )
}

function checkedConfig(config: BenchmarkConfig): BenchmarkConfig {
  return checkedBy(benchmarkConfigSchema, { values: config, written: {}, named: {}, words: [] })
}

type Series = Pick<SeriesOptions, 'numRuns'> & Readonly<{ beganAtEpochMs: number }>

/**
 * Name of a run's result file: for a sweep as in vLLM's Rust client, with the start time of the sweep. `config` includes the
 * model; `index` counts from 0. Repeats get a number, because nothing else distinguishes them.
 */
function seriesFileName({
  numRuns,
  beganAtEpochMs,
}: Series): (config: BenchmarkConfig, index: number) => string {
  return (config, index) => {
    const name = resultFileName(config, beganAtEpochMs, rateLabel)
    return numRuns === 1 ? name : name.replace(/\.json$/, `-run${index + 1}.json`)
  }
}
