// Starts a simulated server: opens the port at once, "loads" for a while, then serves until stopped.
import { setTimeout as delay } from 'node:timers/promises'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SimulatorSpec } from '#core/model/server.ts'
import type { EngineGroup } from './engine/engine-group.ts'
import type { RequestLogEntry } from './api/http-options.ts'
import { close, createHttpServer, listen } from './api/http-server.ts'
import { routeTable, simulatorVersion } from './api/http-routes.ts'
import { formatLogLine, type LogRecord, planStartup, type StartupEvent } from './startup-phases.ts'
import { createSimulatedServer } from './simulated-server.ts'
import { simulatedAs } from './presets/simulated-as.ts'
import type { Engine } from './engine/engine.ts'

/** A simulated failure to start, like vLLM's. */
type StartupFailure = Readonly<{
  id: string
  /** The phase in which it fails, by its name in `startupPhases`. */
  phase: string
  lines: readonly string[]
  exitCode: number
}>

type SimulatorHooks = Readonly<{
  onLog(line: string): void
  /** Description of the phase, and progress of the whole start, 0–1. */
  onPhase(phase: string, progress: number): void
  onRequest?(entry: RequestLogEntry): void
}>

type SimulatorOptions = Readonly<{
  host?: string
  /** Key required on paths under /v1. */
  apiKey?: string | null
  /** Fails on purpose instead of becoming ready. */
  failure?: StartupFailure | null
  /** Cancels a start in progress; it then rejects with the signal's reason. */
  signal?: AbortSignal
}>

type RunningSimulator = Readonly<{ port: number; stop(): Promise<void> }>

/** Resolves once the server is ready; until then it listens and responds with 503. */
export async function startSimulator(
  spec: SimulatorSpec,
  hooks: SimulatorHooks,
  options: SimulatorOptions = {},
): Promise<RunningSimulator> {
  const { host = '127.0.0.1', apiKey = null, failure = null, signal } = options
  const { deployment, ...switches } = simulatedAs(spec)
  const server = createSimulatedServer(deployment, { ...spec, ...switches })
  let ready = false
  const http = createHttpServer(server, {
    apiKey,
    isReady: () => ready,
    onRequest: hooks.onRequest?.bind(hooks),
  })
  const port = await listen(http, { host, port: spec.port ?? 0 })
  const baseUrl = `http://${host}:${port}`
  const details = { deployment, version: simulatorVersion, baseUrl, routes: routeTable }
  try {
    const events = planStartup(details, spec.startupS)
    await playStartup(failure === null ? events : eventsBefore(failure, events), hooks, signal)
    if (failure !== null) throw failedStart(failure, hooks)
  } catch (error) {
    await close(http)
    throw error
  }
  ready = true
  hooks.onPhase('Ready', 1)
  const stopStats = logStats(server.engine, hooks)
  async function stop(): Promise<void> {
    stopStats()
    server.engine.stop()
    await close(http)
  }
  return { port, stop }
}

async function playStartup(
  events: readonly StartupEvent[],
  hooks: SimulatorHooks,
  signal: AbortSignal | undefined,
): Promise<void> {
  const startedMs = performance.now()
  for (const { atS, phase, progress, entry } of events) {
    await waitUntil(startedMs + atS * 1000, signal)
    hooks.onPhase(phase, progress)
    hooks.onLog(typeof entry === 'string' ? entry : lineOf(entry))
  }
}

function eventsBefore({ phase }: StartupFailure, events: readonly StartupEvent[]): StartupEvent[] {
  const first = events.findIndex((event) => event.phase === phase)
  return events.slice(0, first + 1)
}

function failedStart({ id, lines, exitCode }: StartupFailure, hooks: SimulatorHooks): AppError {
  for (const line of lines) hooks.onLog(line)
  return new AppError('process-ended', message('servers.startFailed', { id, code: exitCode }))
}

async function waitUntil(timeMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const leftMs = timeMs - performance.now()
  if (leftMs >= 1) await delay(leftMs, undefined, signal === undefined ? {} : { signal })
}

const statsIntervalS = 10

function logStats({ engines }: EngineGroup, { onLog }: SimulatorHooks): () => void {
  const reports = engines.map(createStatsReporter)
  const timer = setInterval(() => {
    const records = reports.flatMap((report) => report(statsIntervalS) ?? [])
    records.forEach((record) => onLog(lineOf(record)))
  }, statsIntervalS * 1000)
  return () => clearInterval(timer)
}

function lineOf(record: LogRecord): string {
  return formatLogLine(record, new Date())
}

type Counts = Readonly<{
  computedPrompt: number
  generated: number
  queries: number
  hits: number
  preemptions: number
}>

/** The line that a busy vLLM logs every few seconds: throughput, queue, cache. Null if there is nothing to report. */
function createStatsReporter(engine: Engine, rank: number): (elapsedS: number) => LogRecord | null {
  let before = countsOf(engine)
  return (elapsedS) => {
    const now = countsOf(engine)
    const isIdle = engine.load === 0 && now.generated === before.generated
    const message = isIdle ? null : describe(engine, { rank, before, now, elapsedS })
    before = now
    return message === null ? null : { process: 'APIServer', source: 'loggers.py:259', message }
  }
}

type Span = Readonly<{ rank: number; before: Counts; now: Counts; elapsedS: number }>

function describe({ scheduler, cache }: Engine, { rank, before, now, elapsedS }: Span): string {
  const perSecond = (key: keyof Counts) => ((now[key] - before[key]) / elapsedS).toFixed(1)
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  const queries = now.queries - before.queries
  const preempted = now.preemptions - before.preemptions
  return [
    `Engine ${String(rank).padStart(3, '0')}: Avg prompt throughput: ${perSecond('computedPrompt')} tokens/s`,
    `Avg generation throughput: ${perSecond('generated')} tokens/s`,
    `Running: ${scheduler.running} reqs`,
    `Waiting: ${scheduler.waiting} reqs`,
    ...(preempted > 0 ? [`Preemptions: ${preempted}`] : []),
    `GPU KV cache usage: ${percent(cache.usage)}`,
    `Prefix cache hit rate: ${percent(queries === 0 ? 0 : (now.hits - before.hits) / queries)}`,
  ].join(', ')
}

function countsOf({ metrics, scheduler }: Engine): Counts {
  return {
    computedPrompt: metrics.promptTokens - metrics.cachedPromptTokens,
    generated: metrics.generationTokens,
    queries: metrics.prefixCacheQueries,
    hits: metrics.prefixCacheHits,
    preemptions: scheduler.preemptions,
  }
}
