// `kneepoint bench serve`: one benchmark from the command line, in the flags and formats of `vllm bench serve`.
import type { Calibration } from '#core/model/calibration.ts'
import { calibrationNote } from '#core/report/calibration-note.ts'
import { clientNote } from '#core/report/client-note.ts'
import { failureLines } from '#core/report/error-text.ts'
import { originNote } from '#core/report/origin-note.ts'
import { serverLatencyNote } from '#core/report/server-latency-note.ts'
import { printedReports } from '#core/report/printed-reports.ts'
import type { OutputOptions, ReportLayout } from '#core/model/output-options.ts'
import type { BenchmarkResult } from '#node/experiment/benchmark.ts'
import { databasePath } from '#node/storage/database-path.ts'
import { parseBenchServe, type BenchServeArguments } from './arguments/parse-bench-serve.ts'
import { measure } from './bench/measure.ts'
import { namespaceText } from './bench/namespace-text.ts'
import type { RunStore } from './bench/run-store.ts'
import { requireWritableTarget, saveFiles, wantsFiles } from './bench/result-target.ts'
import type { Command, Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { benchServeHelp } from './help/bench-serve-help.ts'
import { helpTopic } from './help/help-request.ts'

export const benchServe: Command = async (args, terminal) => {
  const topic = helpTopic(args)
  if (topic !== null) {
    terminal.print(benchServeHelp(topic, terminal.columns))
    return exitCodes.done
  }
  const { config, output } = parseBenchServe(args, process.env)
  terminal.print(namespaceText({ config, output }))
  if (wantsFiles(output)) await requireWritableTarget(output)
  else if (savesNothing(output)) terminal.note(nothingSaved)
  const store = output.saveRun ? await openRunStore() : null
  try {
    return await measureAndKeep({ config, output }, terminal, store)
  } finally {
    await store?.close()
  }
}

async function measureAndKeep(
  { config, output }: BenchServeArguments,
  terminal: Terminal,
  store: RunStore | null,
): Promise<number> {
  const options = { showProgress: !output.disableTqdm, say: terminal.print, store }
  const result = await measure(config, terminal, options)
  report(result, output.reportLayout, terminal, await calibrations())
  const sentences = await saveFiles({ ...result, ...result.outcome }, output)
  sentences.forEach(terminal.note)
  if (store !== null) terminal.note(`Kept as "${(await store.keep(result)).name}".`)
  return exitCodeOf(result.outcome)
}

function exitCodeOf({ cancelled, timedOut }: BenchmarkResult['outcome']): number {
  if (cancelled) return exitCodes.interrupted
  return timedOut ? exitCodes.broken : exitCodes.done
}

/** Loaded when wanted: the database is a native module. */
async function openRunStore(): Promise<RunStore> {
  return (await import('./bench/run-store.ts')).RunStore.open()
}

const nothingSaved = 'Nothing will be saved: that takes --save-result or --append-result.'

function savesNothing({ saveDetailed, resultDir, resultFilename }: OutputOptions): boolean {
  return saveDetailed || resultDir !== null || resultFilename !== null
}

/** Loaded after the run, which it must not delay. */
async function calibrations(): Promise<readonly Calibration[]> {
  const { keptCalibrations } = await import('#node/storage/kept-calibrations.ts')
  return keptCalibrations(databasePath())
}

function report(
  result: BenchmarkResult,
  layout: ReportLayout,
  { print, note }: Terminal,
  calibrations: readonly Calibration[],
): void {
  if (result.outcome.cancelled) note('Interrupted: these are the requests measured until then.')
  result.warnings.forEach(note)
  failureLines(result.records).forEach(print)
  printedReports[layout](result).forEach(print)
  originNote(result.summary).forEach(note)
  clientNote(result).forEach(note)
  serverLatencyNote(result.summary).forEach(note)
  calibrationNote(result.summary, calibrations).forEach(note)
}
