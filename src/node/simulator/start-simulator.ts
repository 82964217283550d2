// Starts a simulated server: takes the port at once, "loads" for a while, then serves until stopped.
import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, messageOf } from '#core/model/app-error.ts'
import type { SimulatorSpec } from '#core/model/server.ts'
import { simulatorVersion, routeTable } from './http-routes.ts'
import { createHttpServer } from './http-server.ts'
import { formatLogLine, type LogRecord } from './log-line.ts'
import { findDeployment } from './presets.ts'
import { createSimulatedServer } from './simulated-server.ts'
import { planStartup, type StartupEvent } from './startup-log.ts'
import { createStatsReporter } from './stats-log.ts'

export type SimulatorHooks = Readonly<{
  onLog(line: string): void
  /** The phase in words, and how much of the whole start is done, 0–1. */
  onPhase(phase: string, progress: number): void
}>

export type SimulatorOptions = Readonly<{
  host?: string
  /** Asked of requests under /v1. */
  apiKey?: string | null
  prefixCaching?: boolean
  /** Ends a start that is still under way. */
  signal?: AbortSignal
}>

export type RunningSimulator = Readonly<{ port: number; stop(): Promise<void> }>

const statsIntervalS = 10
/** Room for a burst of new connections. */
const listenBacklog = 4096

/** Resolves once the server is ready; until then it listens and answers 503. */
export async function startSimulator(
  spec: SimulatorSpec,
  hooks: SimulatorHooks,
  options: SimulatorOptions = {},
): Promise<RunningSimulator> {
  const { host = '127.0.0.1', apiKey = null, prefixCaching = true, signal } = options
  const deployment = findDeployment(spec.preset)
  const server = createSimulatedServer(deployment, { seed: spec.seed, prefixCaching })
  let ready = false
  const http = createHttpServer(server, { apiKey, isReady: () => ready })
  const port = await listen(http, { host, port: spec.port ?? 0 })
  const log = (entry: LogRecord | string) => {
    hooks.onLog(typeof entry === 'string' ? entry : formatLogLine(entry, new Date()))
  }
  const details = {
    deployment,
    version: simulatorVersion,
    baseUrl: `http://${host}:${port}`,
    routes: routeTable,
  }
  try {
    await playStartup(planStartup(details, spec.startupS), { hooks, log, signal })
  } catch (error) {
    await close(http)
    throw error
  }
  ready = true
  hooks.onPhase('Ready', 1)
  const report = createStatsReporter(server.engine)
  const stats = setInterval(() => {
    const record = report(statsIntervalS)
    if (record !== null) log(record)
  }, statsIntervalS * 1000)
  return {
    port,
    async stop() {
      clearInterval(stats)
      server.engine.stop()
      await close(http)
    },
  }
}

async function listen(http: Server, address: { host: string; port: number }): Promise<number> {
  try {
    http.listen({ ...address, backlog: listenBacklog })
    await once(http, 'listening')
  } catch (error) {
    throw listenError(error, address)
  }
  const bound = http.address()
  return typeof bound === 'object' && bound !== null ? bound.port : address.port
}

function listenError(cause: unknown, { host, port }: { host: string; port: number }): AppError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  if (code === 'EADDRINUSE') {
    return new AppError('invalid-input', `Port ${port} of ${host} is taken.`, {
      field: 'port',
      remedy: 'Choose another port, or stop the program that holds it.',
      cause,
    })
  }
  return new AppError('invalid-input', `Cannot listen on ${host}:${port}: ${messageOf(cause)}`, {
    field: 'port',
    remedy: 'Choose a port above 1023 and an address of this machine.',
    cause,
  })
}

type Playing = Readonly<{
  hooks: SimulatorHooks
  log: (entry: LogRecord | string) => void
  signal: AbortSignal | undefined
}>

async function playStartup(events: readonly StartupEvent[], playing: Playing): Promise<void> {
  const startedMs = performance.now()
  for (const { atS, phase, progress, entry } of events) {
    await waitUntil(startedMs + atS * 1000, playing.signal)
    playing.hooks.onPhase(phase, progress)
    playing.log(entry)
  }
}

async function waitUntil(timeMs: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const leftMs = timeMs - performance.now()
  if (leftMs >= 1) await delay(leftMs, undefined, signal === undefined ? {} : { signal })
}

async function close(http: Server): Promise<void> {
  const closed = once(http, 'close')
  http.close()
  http.closeAllConnections()
  await closed
}
