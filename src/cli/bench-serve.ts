// `kneepoint bench serve`: one benchmark from the command line, with the flags and formats of `vllm bench serve`.
import { failureContent, message } from '#core/messages/message.ts'
import type { Language } from '#core/messages/languages.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Run } from '#core/model/run/run.ts'
import { type Flag, flagArguments, flagName, type FlagValue } from '#core/flags/flag.ts'
import { type BenchmarkConfig, benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { outputFlags, type OutputOptions } from '#core/flags/output.ts'
import { isSeries } from '#core/flags/series.ts'
import type { BenchmarkResult } from '#node/experiment/benchmark.ts'
import { type BenchServeArguments, parseBenchServe } from './arguments/parse-bench-serve.ts'
import { printable } from '#core/base/printable.ts'
import { measure } from './bench/measure.ts'
import { closeObservers, openObservers } from './bench/run-observers.ts'
import type { RunStore } from './bench/run-store.ts'
import { requireWritableTargets, wantsFiles } from './bench/result-target.ts'
import type { Command, Terminal } from './command.ts'
import { exitCodes, runCode } from './exit.ts'
import { helpTopic } from './arguments/help-request.ts'
import { takesSeveralValues } from '#core/command-line/read-flag-value.ts'
import { presentable } from '#core/redaction/presentable.ts'
import { pythonFloatText } from '#core/base/python-number.ts'

export const benchServe: Command = async (args, terminal) => {
  const topic = helpTopic(args)
  if (topic !== null) {
    const { benchServeHelp } = await import('./arguments/bench-serve-help.ts')
    terminal.print(benchServeHelp(topic, terminal))
    return exitCodes.done
  }
  const parsed = parseBenchServe(args, process.env)
  const { config, output, series } = parsed
  if (series.compare !== null) {
    const { compareFiles } = await import('./bench/compare-files.ts')
    await compareFiles(series.compare, terminal)
    return exitCodes.done
  }
  if (series.dryRun) {
    beginWith(parsed, terminal)
    const { dryRun } = await import('./bench/dry-run.ts')
    await dryRun(parsed, terminal)
    return exitCodes.done
  }
  requireStoredTelemetry(config, output)
  if (isSeries(series)) {
    const { conductSeries, requireFileForEach } = await import('./bench/conduct-series.ts')
    requireFileForEach(parsed)
    requireWritableTargets(parsed)
    beginWith(parsed, terminal)
    return conductSeries(parsed, terminal, measureAndKeep)
  }
  requireWritableTargets(parsed)
  beginWith(parsed, terminal)
  if (series.resetPrefixCache) {
    const { resetCachesOf } = await import('./bench/reset-caches-of.ts')
    await resetCachesOf(config)
  }
  return runCode(await measureAndKeep(parsed, terminal))
}

/** Runs after all checks of the arguments, so that a usage error is printed alone. */
function beginWith({ config, output, warnings, series }: BenchServeArguments, terminal: Terminal) {
  terminal.print(namespaceText({ config, output }))
  warnings.forEach(terminal.note)
  if (!series.dryRun && !wantsFiles(output) && savesNothing(output)) {
    terminal.note(message('cli.nothingSaved'))
  }
}

async function measureAndKeep(
  { config, output }: Pick<BenchServeArguments, 'config' | 'output'>,
  terminal: Terminal,
  nameOf?: (config: BenchmarkConfig) => string,
): Promise<BenchmarkResult> {
  const store = output.saveRun ? await openRunStore() : null
  const observers = await openObservers(output, terminal)
  try {
    let closing: Promise<ResultOutput> | null = null
    const loadClosing = () => (closing ??= prepareClosing(output, terminal.language, nameOf))
    const options = {
      showProgress: !output.disableTqdm,
      say: terminal.print,
      store,
      observers,
      loadClosing,
    }
    const result = await measure(config, terminal, options)
    const { reportRun, noteRun, saveFiles } = await loadClosing()
    reportRun(result, output.reportLayout, terminal)
    // A full disk may affect the file or the database; the other is still saved.
    const saving = await settled(saveFiles({ ...result, ...result.outcome }))
    const keeping = await settled(store === null ? Promise.resolve(null) : store.keep(result))
    const kept = keeping.status === 'fulfilled' ? keeping.value : null
    await noteRun(result, kept, terminal)
    if (saving.status === 'fulfilled') saving.value.forEach(terminal.note)
    if (keeping.status === 'rejected') throw keeping.reason
    let unstored: AppError | null = null
    if (store !== null && kept !== null) {
      const { spooledTo } = store
      if (spooledTo !== null) terminal.note(message('cli.spooled', { path: spooledTo }))
      else terminal.note(message('cli.keptAs', { name: printable(kept.name) }))
      if (kept.summary === null) unstored = figuresLost(kept)
    }
    if (saving.status === 'rejected') throw saving.reason
    if (unstored !== null) throw unstored
    return result
  } finally {
    await closeObservers(observers)
    await store?.close()
  }
}

async function settled<Value>(work: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [one] = await Promise.allSettled([work])
  return one
}

function figuresLost({ failure }: Run): AppError {
  const { message: text, remedy } = failureContent(failure ?? { message: '', remedy: null })
  return new AppError('internal', text, { remedy: remedy ?? '' })
}

/** Only the thread that stores a run samples telemetry. */
function requireStoredTelemetry(config: BenchmarkConfig, { saveRun }: OutputOptions) {
  const field = (['gpuMetricsUrl', 'telemetryMetric'] as const).find((one) => config[one] !== null)
  if (field === undefined || saveRun) return
  const flag = flagName(field)
  throw appError('invalid-input', 'cli.unsavedTelemetry', { flag }, { field })
}

type ResultOutput = Awaited<ReturnType<typeof prepareClosing>>

/** Loads the code that outputs a result; the first request does not wait for it. */
async function prepareClosing(
  output: OutputOptions,
  language: Language,
  nameOf?: (config: BenchmarkConfig) => string,
) {
  const [{ reportRun, noteRun }, { prepareFiles }] = await Promise.all([
    import('./bench/report-run.ts'),
    import('./bench/save-files.ts'),
  ])
  const nameOfRun = nameOf && ((run: Pick<BenchmarkResult, 'config'>) => nameOf(run.config))
  return { reportRun, noteRun, saveFiles: await prepareFiles(output, language, nameOfRun) }
}

/** Loaded on demand, because the database is a native module. */
async function openRunStore(): Promise<RunStore> {
  return (await import('./bench/run-store.ts')).RunStore.open()
}

function savesNothing({ saveDetailed, resultDir, resultFilename }: OutputOptions): boolean {
  return saveDetailed || resultDir !== null || resultFilename !== null
}

/** All settings of a run on one line, as the original client prints them before it starts: Python's repr of a namespace. */
export function namespaceText({
  config,
  output,
}: Pick<BenchServeArguments, 'config' | 'output'>): string {
  const shown = presentable(config)
  const members = [
    ...benchmarkFlags.map((flag) => member(flag, shown[flag.field])),
    ...outputFlags.map((flag) => member(flag, output[flag.field])),
  ]
  return `Namespace(${members.join(', ')})`
}

function member(flag: Flag, value: FlagValue): string {
  return `${flag.flag.slice(2).replaceAll('-', '_')}=${repr(flag, value)}`
}

function repr(flag: Flag, value: FlagValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === 'inf') return 'inf'
  if (typeof value === 'number' && flag.kind !== 'range-ratio') {
    return flag.kind === 'integer' ? String(value) : pythonFloatText(value)
  }
  const words = flagArguments(flag, value)
  if (words.length === 0) return 'None'
  const texts = words.map(textRepr)
  return takesSeveralValues(flag) ? `[${texts.join(', ')}]` : texts.join('')
}

/** Single quotes, unless the text contains single but no double quotes. */
function textRepr(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  if (!text.includes("'")) return `'${escaped}'`
  return text.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`
}
