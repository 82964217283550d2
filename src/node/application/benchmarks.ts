// Benchmarks a reader starts: looked at before, run in the background, cancelled on request.
import { randomUUID } from 'node:crypto'
import type { BenchmarkPreview, Problem } from '#contract/views.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { Run } from '#core/model/run/run.ts'
import { equivalentCommand } from '#core/report/equivalent-command.ts'
import { presentable } from '#core/report/presentable.ts'
import { estimateBenchmark } from './benchmark-estimate.ts'
import { configProblems, requireSoundConfig } from './config-problems.ts'
import { foreseenShortage } from './foreseen-shortage.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { executeRun, type ExecutionTools } from './run-execution.ts'
import { configOn } from './servers/server-config.ts'
import type { ReadyServer, Servers } from './servers/servers.ts'

export type ExperimentTools = ExecutionTools &
  Readonly<{ servers: Servers; tasks: OneAtATime; version: string }>

type NewRun = Readonly<{
  name: string
  config: BenchmarkConfig
  server: ReadyServer
  version: string
}>

export function previewBenchmark(
  config: BenchmarkConfig,
  serverId: string | null,
  { servers }: Pick<ExperimentTools, 'servers'>,
): BenchmarkPreview {
  const estimate = estimateBenchmark(config)
  const placed = placedConfig(config, serverId, servers)
  return {
    problems: [...configProblems(config), ...placed.problems],
    estimatedDurationS: estimate.durationS,
    requests: estimate.requests,
    estimatedInputTokens: estimate.inputTokens,
    estimatedOutputTokens: estimate.outputTokens,
    shortage: foreseenShortage([{ config, requests: estimate.requests }]),
    command: equivalentCommand(placed.config),
  }
}

/** With the address of its server, as far as one is chosen and ready. */
function placedConfig(
  config: BenchmarkConfig,
  serverId: string | null,
  servers: Servers,
): Readonly<{ config: BenchmarkConfig; problems: readonly Problem[] }> {
  if (serverId === null || servers.baseUrl(serverId) === null) return { config, problems: [] }
  try {
    const { baseUrl } = servers.requireReady(serverId).loadPlace(config.on)
    return { config: configOn(baseUrl, config), problems: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { config, problems: [{ field: error.field, message: error.message }] }
  }
}

/** Returns the run as stored, before anything has been sent. */
export function startBenchmark(
  order: Readonly<{ serverId: string; name: string | null; config: BenchmarkConfig }>,
  tools: ExperimentTools,
): Run {
  requireSoundConfig(order.config)
  tools.tasks.requireIdle()
  const server = tools.servers.requireReady(order.serverId)
  const name = order.name ?? describeLoad(order.config)
  const run = tools.runRepository.saveRun(
    newRun({ ...order, name, server, version: tools.version }),
  )
  tools.tasks.begin(run.id, name, async (signal) => {
    await executeRun({ ...server, run, config: order.config, signal }, tools)
  })
  return run
}

/** A run of a sweep is cancelled with the whole sweep. */
export function cancelBenchmark(runId: string, { runRepository, tasks }: ExperimentTools): void {
  tasks.cancel(runRepository.run(runId).sweepId ?? runId)
}

/** Throws where its load cannot come from where it is to come from. */
export function newRun({ name, config, server, version }: NewRun): Run {
  const { baseUrl } = server.loadPlace(config.on)
  return {
    id: randomUUID(),
    name,
    tags: [],
    status: 'preparing',
    config: presentable(configOn(baseUrl, config)),
    baseUrl,
    serverName: server.name,
    facts: null,
    sweepId: null,
    pointIndex: null,
    createdAtEpochMs: Date.now(),
    startedAtEpochMs: null,
    startedAtMonotonicS: null,
    plannedRequests: 0,
    summary: null,
    failure: null,
    clientVersion: version,
    imported: null,
    launch: null,
  }
}

/** The load of a benchmark in a few words, for runs that were given no name. */
export function describeLoad({
  datasetName,
  requestRate,
  maxConcurrency,
}: BenchmarkConfig): string {
  const rate = requestRate === 'inf' ? 'all at once' : `${requestRate} req/s`
  const limit = maxConcurrency === null ? '' : `, ≤ ${maxConcurrency} in flight`
  return `${datasetName}, ${rate}${limit}`
}
