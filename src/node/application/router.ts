// The calls of the contract and their handlers, for any transport.
import { implement, ORPCError, type Router, ValidationError } from '@orpc/server'
import { appApi, type AppApi } from '#contract/app-api.ts'
import type { AppInfo } from '#contract/views.ts'
import type { Language } from '#core/messages/languages.ts'
import { simulatorPresets } from '#node/simulator/presets/presets.ts'
import { listRunSummaryRows } from '#node/storage/run-summary-rows.ts'
import { listRuns } from '#node/storage/runs.ts'
import { courseOf, requestPage, runScatter, runTelemetry } from '#node/runs/stored-runs.ts'
import { storedStartSpreads } from '#node/runs/stored-start-spreads.ts'
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
import * as features from './features.ts'
import { featureHandlers, handlers } from './handlers.ts'
import type { Hosts } from './servers/hosts.ts'
import {
  adoptLaunch,
  foundLaunches,
  profileRoutes,
  type ProfileTools,
} from './servers/profile-routes.ts'
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
import { explained } from '#node/storage/storage-error.ts'
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
import { hostApi } from '#contract/host-api.ts'
import { appError } from '#core/model/app-error.ts'
import { senderKinds } from '#node/remote/load/load-sender.ts'

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
    app: handlers(appApi.app, {
      info: () => info,
      speak: (input) => tools.onLanguage(input.language),
      events: (_input, signal) => events.follow(signal),
    }),
    hosts: hostRoutes(tools.hosts, servers),
    profiles: profileRoutes(tools),
    servers: handlers(appApi.servers, {
      presets: () => [...simulatorPresets],
      list: () => servers.list(),
      startSimulator: (input) => servers.startSimulator(input.name, input.spec),
      attach: (input) => servers.attach(input.name, input.spec, input.apiKey),
      launch: ({ name, ...asked }) => servers.launch(name, asked),
      found: (input) => foundLaunches(input.hostId, servers, tools),
      adopt: (input) => adoptLaunch(input, servers, tools),
      start: (input) => servers.start(input.id),
      stop: (input) => servers.stop(input.id),
      rename: (input) => servers.rename(input.id, input.name),
      remove: (input) => servers.remove(input.id, input),
      resetCaches: (input, signal) => resetServerCaches(input.id, { ...tools, signal }),
      profile: (input) => switchServerProfiler(input, tools),
      chat: (input, signal) => checkChat(input, { ...tools, signal }),
      log: (input) => servers.log(input.id),
      telemetry: (input, signal) =>
        liveTelemetry.follow(sampledPlaces(servers.requireReady(input.id)), signal),
    }),
    benchmarks: handlers(appApi.benchmarks, {
      preview: (input) => previewBenchmark(input.config, input.serverId, tools),
      sample: (input, signal) => sampleBenchmark(input, tools, signal),
      start: (input) => startBenchmark(input, tools),
      cancel: (input) => cancelBenchmark(input.id, tools),
    }),
    features: handlers(appApi.features, {
      do: (input, signal) => jobs.do({ name: 'ofFeature', input }, signal),
      call: ({ feature, call, input }) => tools.services.call(feature, call, input),
    }),
    runs: handlers(appApi.runs, {
      ...featureHandlers(features, { database, runRepository }),
      list: (input) => listRuns(database, input),
      summaryRows: (input) => listRunSummaryRows(database, input),
      get: (input) => runRepository.run(input.id),
      update: ({ id, name, tags, notes }) => {
        const run = runRepository.run(id)
        return runRepository.saveRun({
          ...run,
          name: name ?? run.name,
          tags: tags ?? run.tags,
          notes: notes ?? run.notes,
        })
      },
      remove: (input) => removeRuns(input.ids, tools),
      live: (input) => live.of(input.id),
      step: (input) => live.stepOf(input.id),
      requests: ({ id, ...page }) => requestPage(database, runRepository.run(id), page),
      request: ({ id, index }) => {
        const record = findRecord(database, runRepository.run(id).id, index)
        return record && requestDetail(record)
      },
      distributions: (input, signal) => distributionsOf(runRepository.run(input.id), tools, signal),
      percentiles: ({ id, percentiles }, signal) =>
        percentilesOf(runRepository.run(id), percentiles, tools, signal),
      timeline: (input, signal) => timelineOf(runRepository.run(input.id), tools, signal),
      scatter: ({ id, ...wanted }) => runScatter(database, runRepository.run(id), wanted),
      course: (input) => courseOf(database, runRepository.run(input.id)),
      startSpreads: ({ baseId, otherIds }) =>
        storedStartSpreads(
          database,
          runRepository.run(baseId),
          otherIds.map((id) => runRepository.run(id)),
        ),
      telemetry: (input) => runTelemetry(database, runRepository.run(input.id)),
      export: ({ id, format }, signal) =>
        jobs.do({ name: 'exportRun', input: { run: runRepository.run(id), format } }, signal),
    }),
    imports: handlers(appApi.imports, {
      begin: async (input) => ({
        id: await uploads.begin(input.fileName),
      }),
      append: (input) => uploads.append(input.id, input.base64),
      finish: (input) => importUpload(input.id, tools),
    }),
    reports: reportRoutes(tools.reports),
    calibrations: handlers(appApi.calibrations, {
      list: () => calibrations.list(),
      start: (input) => calibrations.start(input),
      cancel: (input) => calibrations.cancel(input.id),
      remove: (input) => calibrations.remove(input.id),
    }),
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
  return handlers(appApi.damage, {
    list: () => [...metDamage(database.name)],
    export: (input) => ({
      fileName: `damaged-${input.table}-${input.id}`.replaceAll(/[^\w-]/g, '-') + '.jsonl',
      mediaType: 'application/jsonl',
      text: exportRows(database, input),
    }),
    remove: (input) => removeDamagedRow(database, input),
  })
}

type SampleOrder = Readonly<{
  serverId: string
  config: BenchmarkConfig
  /** Index of a request to include. */
  wanted?: number | undefined
}>

/** Samples a benchmark's prompts without sending them. Runs in a job, because a dataset may be large. */
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

/** Imports an uploaded file as runs, in a job; every window is notified. */
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

function hostRoutes(hosts: Hosts, servers: Servers) {
  return handlers(hostApi, {
    list: () => hosts.list(),
    configured: () => hosts.configured(),
    clusters: async () =>
      (await Promise.all(senderKinds.map(async ({ places }) => (await places?.()) ?? []))).flat(),
    add: (input) => hosts.add(input.name, input.spec),
    edit: ({ id, ...changes }) => hosts.edit(id, changes),
    remove: (input) => {
      requireUnused(input.id, servers)
      return hosts.remove(input.id)
    },
    connect: (input) => hosts.connect(input.id),
    disconnect: (input) => hosts.disconnect(input.id),
    questions: () => hosts.questions(),
    answer: (input) => hosts.answer(input.id, input.answer),
    facts: ({ id, withInstallations }, signal) =>
      hosts.readFacts(id, { withInstallations, signal }),
  })
}

function requireUnused(id: string, servers: Servers): void {
  const user = servers.list().find(({ spec }) => spec.kind === 'launched' && spec.hostId === id)
  if (user === undefined) return
  throw appError('busy', 'hosts.hasServer', { name: user.name })
}
