// The calls of the contract and their handlers, for any transport.
import { implement, ORPCError, type Router, ValidationError } from '@orpc/server'
import { appApi, type AppApi } from '#contract/app-api.ts'
import type { AppInfo } from '#contract/views.ts'
import type { Language } from '#core/messages/languages.ts'
import { simulatorPresets } from '#node/simulator/presets/presets.ts'
import { listRunSummaryRows } from '#node/storage/run-summary-rows.ts'
import { listRuns } from '#node/storage/runs.ts'
import { explained } from '#node/storage/storage-error.ts'
import { courseOf, requestPage, runScatter, runTelemetry } from '#node/runs/stored-runs.ts'
import { storedStartSpreads } from '#node/runs/stored-start-spreads.ts'
import { storedTrend } from '#node/runs/stored-trend.ts'
import type { LiveTelemetry } from '#node/telemetry/live-telemetry.ts'
import { findRecord } from '#node/storage/requests.ts'
import { distributionsOf, percentilesOf, requestDetail, timelineOf } from './request-detail.ts'
import { inEnglish } from '#core/messages/message.ts'
import { type AppErrorWire, invalidInput } from '#contract/app-error.ts'
import { tellable } from '#node/crash/tellable.ts'
import { type MadeReports, reportRoutes } from './made-reports.ts'
import {
  cancelBenchmark,
  type ExperimentTools,
  previewBenchmark,
  requireSoundConfig,
  startBenchmark,
} from './benchmarks.ts'
import type { Calibrations } from './calibrations.ts'
import { hostRoutes } from './servers/host-routes.ts'
import type { Hosts } from './servers/hosts.ts'
import { profileRoutes, type ProfileTools } from './servers/profile-routes.ts'
import { adoptLaunch, foundLaunches } from './servers/found-launches.ts'
import { removeRuns } from './removal.ts'
import { checkChat } from './servers/chat-check.ts'
import {
  resetServerCaches,
  sampledPlaces,
  switchServerProfiler,
} from './servers/server-switches.ts'
import { sweepFileRoutes } from './sweeps/sweep-file-routes.ts'
import { sweepRoutes } from './sweeps/sweep-routes.ts'
import { updateRoutes, type Updates } from './updates.ts'
import { exportRows, removeDamagedRow } from '#node/storage/damaged-rows.ts'
import type { Database } from '#node/storage/database.ts'
import { metDamage } from '#node/storage/met-damage.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { PromptSample } from '#core/workload/prompt-sample.ts'
import { hostTokenizerFile } from '#node/experiment/host-tokenizer-file.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import { configOn } from '#core/model/benchmark-config.ts'
import type { Servers } from './servers/servers.ts'
import type { ImportReport } from '#contract/import-report.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Uploads } from '#node/result-files/read-result-file.ts'
import type { Events } from './events.ts'

export type AppRouter = Router<AppApi, Record<never, never>>

type RouterTools = ExperimentTools &
  ImportTools &
  ProfileTools &
  Readonly<{
    hosts: Hosts
    calibrations: Calibrations
    reports: MadeReports
    liveTelemetry: LiveTelemetry
    updates: Updates
    /** Calls of features. */
    services: Readonly<{ call(feature: string, name: string, input: unknown): Promise<unknown> }>
    onLanguage(language: Language): void
  }>

export function createRouter(info: AppInfo, tools: RouterTools): AppRouter {
  const { database, events, runRepository, live, liveTelemetry, servers } = tools
  const { jobs, uploads, calibrations } = tools
  const os = implement(appApi).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      throw callError(explained(info.databasePath, error))
    }
  })

  return os.router({
    app: {
      info: os.app.info.handler(() => info),
      speak: os.app.speak.handler(({ input }) => tools.onLanguage(input.language)),
      events: os.app.events.handler(({ signal }) => events.follow(signal)),
    },
    hosts: hostRoutes(tools.hosts, servers),
    profiles: profileRoutes(tools),
    servers: {
      presets: os.servers.presets.handler(() => [...simulatorPresets]),
      list: os.servers.list.handler(() => servers.list()),
      startSimulator: os.servers.startSimulator.handler(({ input }) =>
        servers.startSimulator(input.name, input.spec),
      ),
      attach: os.servers.attach.handler(({ input }) =>
        servers.attach(input.name, input.spec, input.apiKey),
      ),
      launch: os.servers.launch.handler(({ input: { name, ...asked } }) =>
        servers.launch(name, asked),
      ),
      found: os.servers.found.handler(({ input }) => foundLaunches(input.hostId, servers, tools)),
      adopt: os.servers.adopt.handler(({ input }) => adoptLaunch(input, servers, tools)),
      start: os.servers.start.handler(({ input }) => servers.start(input.id)),
      stop: os.servers.stop.handler(({ input }) => servers.stop(input.id)),
      rename: os.servers.rename.handler(({ input }) => servers.rename(input.id, input.name)),
      remove: os.servers.remove.handler(({ input }) => servers.remove(input.id, input)),
      resetCaches: os.servers.resetCaches.handler(({ input, signal }) =>
        resetServerCaches(input.id, { ...tools, signal }),
      ),
      profile: os.servers.profile.handler(({ input }) => switchServerProfiler(input, tools)),
      chat: os.servers.chat.handler(({ input, signal }) => checkChat(input, { ...tools, signal })),
      log: os.servers.log.handler(({ input }) => servers.log(input.id)),
      telemetry: os.servers.telemetry.handler(({ input, signal }) =>
        liveTelemetry.follow(sampledPlaces(servers.requireReady(input.id)), signal),
      ),
    },
    benchmarks: {
      preview: os.benchmarks.preview.handler(({ input }) =>
        previewBenchmark(input.config, input.serverId, tools),
      ),
      sample: os.benchmarks.sample.handler(({ input, signal }) =>
        sampleBenchmark(input, tools, signal),
      ),
      start: os.benchmarks.start.handler(({ input }) => startBenchmark(input, tools)),
      cancel: os.benchmarks.cancel.handler(({ input }) => cancelBenchmark(input.id, tools)),
    },
    features: {
      do: os.features.do.handler(({ input, signal }) =>
        jobs.do({ name: 'ofFeature', input }, signal),
      ),
      call: os.features.call.handler(({ input: { feature, call, input } }) =>
        tools.services.call(feature, call, input),
      ),
    },
    runs: {
      list: os.runs.list.handler(({ input }) => listRuns(database, input)),
      summaryRows: os.runs.summaryRows.handler(({ input }) => listRunSummaryRows(database, input)),
      get: os.runs.get.handler(({ input }) => runRepository.run(input.id)),
      update: os.runs.update.handler(({ input: { id, name, tags, notes } }) => {
        const run = runRepository.run(id)
        return runRepository.saveRun({
          ...run,
          name: name ?? run.name,
          tags: tags ?? run.tags,
          notes: notes ?? run.notes,
        })
      }),
      remove: os.runs.remove.handler(({ input }) => removeRuns(input.ids, tools)),
      live: os.runs.live.handler(({ input }) => live.of(input.id)),
      step: os.runs.step.handler(({ input }) => live.stepOf(input.id)),
      requests: os.runs.requests.handler(({ input: { id, ...page } }) =>
        requestPage(database, runRepository.run(id), page),
      ),
      request: os.runs.request.handler(({ input: { id, index } }) => {
        const record = findRecord(database, runRepository.run(id).id, index)
        return record && requestDetail(record)
      }),
      distributions: os.runs.distributions.handler(({ input, signal }) =>
        distributionsOf(runRepository.run(input.id), tools, signal),
      ),
      percentiles: os.runs.percentiles.handler(({ input: { id, percentiles }, signal }) =>
        percentilesOf(runRepository.run(id), percentiles, tools, signal),
      ),
      timeline: os.runs.timeline.handler(({ input, signal }) =>
        timelineOf(runRepository.run(input.id), tools, signal),
      ),
      scatter: os.runs.scatter.handler(({ input: { id, ...wanted } }) =>
        runScatter(database, runRepository.run(id), wanted),
      ),
      course: os.runs.course.handler(({ input }) =>
        courseOf(database, runRepository.run(input.id)),
      ),
      trend: os.runs.trend.handler(({ input: { id, ...wanted } }) =>
        storedTrend(database, runRepository.run(id), wanted),
      ),
      startSpreads: os.runs.startSpreads.handler(({ input: { baseId, otherIds } }) =>
        storedStartSpreads(
          database,
          runRepository.run(baseId),
          otherIds.map((id) => runRepository.run(id)),
        ),
      ),
      telemetry: os.runs.telemetry.handler(({ input }) =>
        runTelemetry(database, runRepository.run(input.id)),
      ),
      export: os.runs.export.handler(({ input: { id, format }, signal }) =>
        jobs.do({ name: 'exportRun', input: { run: runRepository.run(id), format } }, signal),
      ),
    },
    imports: {
      begin: os.imports.begin.handler(async ({ input }) => ({
        id: await uploads.begin(input.fileName),
      })),
      append: os.imports.append.handler(({ input }) => uploads.append(input.id, input.base64)),
      finish: os.imports.finish.handler(({ input }) => importUpload(input.id, tools)),
    },
    reports: reportRoutes(tools.reports),
    calibrations: {
      list: os.calibrations.list.handler(() => calibrations.list()),
      start: os.calibrations.start.handler(({ input }) => calibrations.start(input)),
      cancel: os.calibrations.cancel.handler(({ input }) => calibrations.cancel(input.id)),
      remove: os.calibrations.remove.handler(({ input }) => calibrations.remove(input.id)),
    },
    damage: damageRoutes(database),
    sweeps: sweepRoutes(tools),
    sweepFiles: sweepFileRoutes(tools),
    updates: updateRoutes(tools.updates),
  })
}

// Converts any thrown value to the contract's only error.
function callError(error: unknown): ORPCError<'APP_ERROR', AppErrorWire> {
  const wire = tellable(isBadInput(error) ? invalidInput(error.cause.issues) : error)
  return new ORPCError('APP_ERROR', { message: inEnglish(wire.message), data: wire })
}

function isBadInput(error: unknown): error is { cause: ValidationError } {
  return error instanceof ORPCError && error.cause instanceof ValidationError
}

/** Calls about damaged rows of the database, which lists skip: export to files, and removal. */
function damageRoutes(database: Database) {
  const os = implement(appApi).damage
  return {
    list: os.list.handler(() => [...metDamage(database.name)]),
    export: os.export.handler(({ input }) => ({
      fileName: `damaged-${input.table}-${input.id}`.replaceAll(/[^\w-]/g, '-') + '.jsonl',
      mediaType: 'application/jsonl',
      text: exportRows(database, input),
    })),
    remove: os.remove.handler(({ input }) => removeDamagedRow(database, input)),
  }
}

type SampleOrder = Readonly<{
  serverId: string
  config: BenchmarkConfig
  /** Position of a request to include. */
  wanted?: number | undefined
}>

/** A benchmark's prompts before any is sent. A job makes them, because a dataset may be large. */
async function sampleBenchmark(
  { serverId, config, wanted }: SampleOrder,
  { servers, jobs }: Readonly<{ servers: Servers; jobs: JobProcesses }>,
  signal?: AbortSignal,
): Promise<PromptSample> {
  requireSoundConfig(config)
  const { baseUrl, apiKey, hostTokenizer } = servers.requireReady(serverId)
  const tokenizerFile = await hostTokenizerFile(config, hostTokenizer)
  const input = { config: configOn(baseUrl, config), baseUrl, apiKey, tokenizerFile, wanted }
  return jobs.do({ name: 'samplePrompts', input }, signal)
}

type ImportTools = Readonly<{ uploads: Uploads; jobs: JobProcesses; events: Events }>

/** A job makes runs of an uploaded file; every window is notified. */
async function importUpload(
  uploadId: string,
  { uploads, jobs, events }: ImportTools,
): Promise<ImportReport> {
  return uploads.finish(uploadId, async (file) => {
    const input = { path: file.path, fileName: file.fileName }
    const { imported, known, sweeps, problems } = await jobs.do({ name: 'importFile', input })
    for (const sweep of sweeps) events.publish({ type: 'sweep', sweep })
    for (const run of imported) events.publish({ type: 'run', run })
    return {
      fileName: file.fileName,
      imported: imported.map(named),
      known: known.map(named),
      sweeps: sweeps.map(({ id, plan: { name } }) => ({ id, name })),
      problems,
    }
  })
}

function named({ id, name }: Run): { id: string; name: string } {
  return { id, name }
}
