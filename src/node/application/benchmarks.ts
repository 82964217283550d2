// Benchmarks that a user starts: previewed, run in the background, cancelled on request.
import { randomUUID } from 'node:crypto'
import { message } from '#core/messages/message.ts'
import { AppError, issueText, statedBy } from '#core/model/app-error.ts'
import { benchmarkConfigSchema, configOn } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { hiddenFields } from '#core/redaction/presentable.ts'
import type { BenchmarkPreview, Problem, RequestShortage } from '#contract/views.ts'
import {
  forecastPrecision,
  similarRates,
  type PrecisionForecast,
} from '#core/compare/precision-forecast.ts'
import { demandingPercentile } from '#core/stats/certainty/percentile-interval.ts'
import type { Server } from '#core/model/server.ts'
import { runNameOf } from '#core/model/run/run-name.ts'
import type { SweepPoint } from '#core/model/sweep.ts'
import { newRun } from '#core/report/run-states.ts'
import type { Run } from '#core/model/run/run.ts'
import { equivalentCommand } from '#core/command-line/equivalent-command.ts'
import { gpusOccupied } from './sweeps/sweep-gpus.ts'
import { executeRun, type ExecutionTools } from '#node/runs/run-execution.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import type { Database } from '#node/storage/database.ts'
import { listMeasuredRuns } from '#node/storage/runs.ts'
import { estimateBenchmark } from './benchmark-estimate.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import { type JournalTools, runJournal } from './run-repository.ts'
import type { Servers } from './servers/servers.ts'

export type ExperimentTools = Omit<ExecutionTools, 'journal'> &
  JournalTools &
  Readonly<{
    servers: Servers
    tasks: OneAtATime
    version: string
    /** Awaited after each measured or failed point of a sweep. */
    afterPoint?: AfterPoint
  }>

export type AfterPoint = (
  point: Readonly<{ sweepId: string; status: SweepPoint['status'] }>,
) => Promise<void>

export function previewBenchmark(
  config: BenchmarkConfig,
  serverId: string | null,
  { servers, database }: Pick<ExperimentTools, 'servers' | 'database'>,
): BenchmarkPreview {
  const server = servers.list().find(({ id }) => id === serverId)
  const estimate = estimateBenchmark(config)
  const placed = placedConfig(config, serverId, servers)
  return {
    problems: [...configProblems(placed.config), ...placed.problems],
    estimatedDurationS: estimate.durationS,
    durationRangeS: estimate.durationRangeS,
    requests: estimate.requests,
    estimatedInputTokens: estimate.inputTokens,
    estimatedOutputTokens: estimate.outputTokens,
    gpus: server === undefined ? null : gpusOf(server, servers),
    shortage: foreseenShortage([{ config, requests: estimate.requests }]),
    precision:
      server === undefined ? null : precisionOn(server, { ...placed, ...estimate }, database),
    command: equivalentCommand(placed.config),
  }
}

/** Number of runs to read, at up to 2 ms each on a busy machine. */
const mostStored = 12

/** Null without a comparable run on the server. */
function precisionOn(
  { name, state, launch }: Server,
  planned: Readonly<{ config: BenchmarkConfig; requests: number }>,
  database: Database,
): PrecisionForecast | null {
  if (state.state !== 'ready') return null
  const server = { serverName: name, facts: state.facts, launch: launch && launch.launch }
  const { config } = planned
  const rates = similarRates(config.requestRate)
  const stored = listMeasuredRuns(database, { ...server, config }, { limit: mostStored, rates })
  const measured = stored.flatMap(({ summary, ...run }) =>
    summary === null ? [] : { ...run, summary },
  )
  return forecastPrecision({ ...planned, server }, measured)
}

/** Null if they are unknown. */
function gpusOf(server: Server, servers: Servers): number | null {
  const { spec } = server
  const hostFacts = spec.kind === 'launched' ? servers.hosts.host(spec.hostId).facts : null
  return gpusOccupied({ server, hostFacts, overrides: {} })
}

/** Adds the address of its server, if a server is chosen and ready. */
function placedConfig(
  config: BenchmarkConfig,
  serverId: string | null,
  servers: Servers,
): Readonly<{ config: BenchmarkConfig; problems: readonly Problem[] }> {
  if (serverId === null || servers.baseUrl(serverId) === null) return { config, problems: [] }
  try {
    const { baseUrl } = servers.requireReady(serverId).loadPlace(config)
    return { config: configOn(baseUrl, config), problems: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { config, problems: [{ field: error.field, message: error.content.message }] }
  }
}

/** Returns the stored run, before anything is sent. */
export function startBenchmark(
  order: Readonly<{ serverId: string; name: string | null; config: BenchmarkConfig }>,
  tools: ExperimentTools,
): Run {
  requireSoundConfig(order.config)
  tools.tasks.requireIdle()
  const server = tools.servers.requireReady(order.serverId)
  const name = order.name ?? runNameOf(order.config, server.model)
  const run = tools.runRepository.saveRun(
    runOn(server, { name, config: order.config }, tools.version),
  )
  tools.tasks.begin(run.id, name, async (signal) => {
    const journal = runJournal(run.id, tools)
    await executeRun({ ...server, run, config: order.config, signal }, { ...tools, journal })
    await tools.servers.hosts.senders.close()
  })
  return run
}

/** Cancels a run; for a run of a sweep, the whole sweep. */
export function cancelBenchmark(runId: string, { runRepository, tasks }: ExperimentTools): void {
  tasks.cancel(runRepository.run(runId).sweepId ?? runId)
}

/** Returns a run that is ready to be stored. Throws if its load cannot be sent from the chosen hosts. */
export function runOn(
  { name, loadPlace }: ReadyServer,
  asked: Readonly<{ name: string; config: BenchmarkConfig }>,
  version: string,
): Run {
  const { baseUrl } = loadPlace(asked.config)
  const config = configOn(baseUrl, asked.config)
  requireSoundConfig(config)
  return newRun({
    id: randomUUID(),
    name: asked.name,
    config,
    baseUrl,
    serverName: name,
    createdAtEpochMs: Date.now(),
    clientVersion: version,
  })
}

// Checks a whole benchmark before anything is started or stored.
export function configProblems(config: BenchmarkConfig): Problem[] {
  const parsed = benchmarkConfigSchema.safeParse(config, { error: issueText })
  if (parsed.success)
    return hiddenFields(config).map((field) => ({
      field,
      message: message('config.secretNotKept'),
    }))
  return parsed.error.issues.map((issue) => ({
    field: typeof issue.path[0] === 'string' ? issue.path[0] : null,
    message: statedBy(issue),
  }))
}

/** Throws `invalid-input` at the first problem. */
export function requireNone([problem]: readonly Problem[]): void {
  if (problem === undefined) return
  const { field, message: text } = problem
  throw new AppError(
    'invalid-input',
    field === null ? text : message('common.of', { name: field, text }),
    {
      ...(field !== null && { field }),
    },
  )
}

export function requireSoundConfig(config: BenchmarkConfig): void {
  requireNone(configProblems(config))
}

/** `requests` is 0 if unknown in advance. */
type Foreseen = Readonly<{ config: BenchmarkConfig; requests: number }>

/** The percentile that lacks the most responses among planned runs; null if none lacks any. */
export function foreseenShortage(runs: readonly Foreseen[]): RequestShortage | null {
  const short = runs.flatMap(({ config, requests }) => {
    const demand = demandingPercentile(config.metricPercentiles)
    return demand === null || requests === 0 || requests >= demand.fewestRequests ? [] : [demand]
  })
  const most = short.toSorted((a, b) => b.fewestRequests - a.fewestRequests)[0]
  return most === undefined ? null : { ...most, runs: short.length }
}
