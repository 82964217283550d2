// The calls between a window and the application. One contract, two transports: message port and WebSocket.
import { heldBenchmarkSchema } from '#core/model/benchmark/benchmark-fields.ts'
import { benchmarkSteps } from '#core/model/run/benchmark-step.ts'
import { calibrationPlanSchema, calibrationSchema } from '#core/model/run/calibration.ts'
import { languages } from '#core/messages/languages.ts'
import { launchProfileSchema } from '#core/model/server/launch-profile.ts'
import { foundLaunchSchema } from '#core/model/server/launch.ts'
import { liveSnapshotSchema, runSchema } from '#core/model/run/run.ts'
import {
  attachedSpecSchema,
  serverSchema,
  simulatorPresetSchema,
  simulatorSpecSchema,
} from '#core/model/server/server.ts'
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { appEventSchema } from './app-events.ts'
import { importReportSchema } from './import-report.ts'
import {
  appInfoSchema,
  benchmarkPreviewSchema,
  chatCheckEventSchema,
  distributionSchema,
  exportedFileSchema,
  exportFormats,
  latencyPercentilesSchema,
  liveSamplesSchema,
  promptSampleSchema,
  requestDetailSchema,
  requestRowSchema,
  requestScatterSchema,
  requestSortKeys,
  runFilterSchema,
  runTelemetrySchema,
  runChangeSchema,
  scatterRequestSchema,
  startBenchmarkSchema,
  storedRunSchema,
  storedSummaryRowSchema,
  startSpreadSchema,
  storedTrendSchema,
  timelineSchema,
} from './views.ts'
import { byId, call, nothing } from './call.ts'
import { hostApi, profileApi, reportApi } from './host-api.ts'
import { sweepApi, sweepFileApi } from './sweep-api.ts'
import { updateApi } from './update-api.ts'

const named = z.object({ id: z.string(), name: z.string().min(1).max(200) })

const aboutApi = {
  info: call.output(appInfoSchema),
  /** The language of the window, so that what is asked outside of it is asked in the same. */
  speak: call.input(z.object({ language: z.enum(languages) })).output(nothing),
  /** Starts with nothing; call the lists first, then follow. Ends when the window goes. */
  events: call.output(eventIterator(appEventSchema)),
}

const serversApi = {
  presets: call.output(z.array(simulatorPresetSchema)),
  list: call.output(z.array(serverSchema)),
  /** Adds a simulator and starts it; resolves at once, events report its start. */
  startSimulator: call
    .input(z.object({ name: z.string().min(1).nullable(), spec: simulatorSpecSchema }))
    .output(serverSchema),
  /** Looks at the URL first; refuses what is not an OpenAI-compatible server. */
  attach: call
    .input(
      z.object({
        name: z.string().min(1).nullable(),
        spec: attachedSpecSchema,
        /** Kept in memory only. */
        apiKey: z.string().min(1).nullable(),
      }),
    )
    .output(serverSchema),
  /**
   * Launches one on a host; resolves at once, events report its start. A finding that is an error prevents the
   * launch. Secrets are values by environment variable, those its profile names.
   */
  launch: call
    .input(
      z.object({
        name: z.string().min(1).max(200).nullable(),
        hostId: z.string(),
        profile: launchProfileSchema,
        secrets: z.record(z.string(), z.string()).default({}),
        /** False adds it to the list only: a sweep then starts it with the flags of its first point. */
        starts: z.boolean().default(true),
      }),
    )
    .output(serverSchema),
  /** What a host still knows of launches, in the list or not. Connects to it. */
  found: call.input(z.object({ hostId: z.string() })).output(z.array(foundLaunchSchema)),
  /** Takes one that was found into the list and watches it. */
  adopt: call.input(z.object({ hostId: z.string(), launchId: z.string() })).output(serverSchema),
  /** A launched one is found again on its host, or launched again where nothing of it runs. */
  start: call.input(byId).output(serverSchema),
  stop: call.input(byId).output(serverSchema),
  rename: call.input(named).output(serverSchema),
  /** Stops it, unless it is to run on without being in the list. */
  remove: call.input(byId.extend({ leavesRunning: z.boolean().default(false) })).output(nothing),
  /** Lets one that is ready forget what it computed before; refused under a run, and where it cannot. */
  resetCaches: call.input(byId).output(nothing),
  /** Its own profiler, begun or ended; refused where it has none. */
  profile: call.input(byId.extend({ on: z.boolean() })).output(nothing),
  /** Sends one prompt to a ready server outside of any run. Ends with the response. */
  chat: call
    .input(byId.extend({ prompt: z.string().min(1).max(10_000) }))
    .output(eventIterator(chatCheckEventSchema)),
  /** The newest lines of its log, oldest first. */
  log: call.input(byId).output(z.array(z.string())),
  /** What it and its GPUs reported in the last minutes, then every new sample. Sampled only while this is followed. */
  telemetry: call.input(byId).output(eventIterator(liveSamplesSchema)),
}

const benchmarksApi = {
  preview: call
    .input(z.object({ serverId: z.string().nullable(), config: heldBenchmarkSchema }))
    .output(benchmarkPreviewSchema),
  /** Makes the requests as they would be sent, and shows some of them, with that at position `wanted`. */
  sample: call
    .input(
      z.object({
        serverId: z.string(),
        config: heldBenchmarkSchema,
        wanted: z.int().min(0).optional(),
      }),
    )
    .output(promptSampleSchema),
  /** Resolves once the run is stored as `preparing`; events report the rest. */
  start: call.input(startBenchmarkSchema).output(runSchema),
  /** What was measured so far is kept. */
  cancel: call.input(byId).output(nothing),
}

const runsApi = {
  /** Newest first. */
  list: call.input(runFilterSchema).output(z.array(storedRunSchema)),
  /** Likewise, and no more of each than a table shows. */
  summaryRows: call.input(runFilterSchema).output(z.array(storedSummaryRowSchema)),
  get: call.input(byId).output(runSchema),
  update: call.input(runChangeSchema).output(runSchema),
  remove: call.input(z.object({ ids: z.array(z.string()).min(1) })).output(nothing),
  /** Snapshots of a run in progress, oldest first, so that a reload shows its course. */
  live: call.input(byId).output(z.array(liveSnapshotSchema)),
  /** What a run in progress is busy with; null for one that is over. */
  step: call.input(byId).output(z.enum(benchmarkSteps).nullable()),
  requests: call
    .input(
      z.object({
        id: z.string(),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(1000).default(200),
        failedOnly: z.boolean().default(false),
        sort: z.enum(requestSortKeys).default('index'),
        descending: z.boolean().default(false),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(requestRowSchema) })),
  /** Null where the run has no such request. */
  request: call
    .input(z.object({ id: z.string(), index: z.int().min(0) }))
    .output(requestDetailSchema.nullable()),
  distributions: call.input(byId).output(z.array(distributionSchema)),
  /** Percentiles that the summary may lack. Empty if no requests are stored. */
  percentiles: call
    .input(byId.extend({ percentiles: z.array(z.number().min(0).max(100)).min(1).max(100) }))
    .output(latencyPercentilesSchema),
  timeline: call.input(byId).output(timelineSchema),
  /** Seconds since the start of the run; at most three points per column. */
  scatter: call.input(scatterRequestSchema).output(requestScatterSchema),
  /** Its course in a few numbers, per second in equal parts of the run; empty where times are not known. */
  course: call.input(byId).output(z.array(z.number())),
  /** One figure of its configuration over time; null for a run that measured nothing. */
  trend: call
    .input(
      z.object({
        id: z.string(),
        /** As `figureKey` writes it; null for the usual one. */
        figure: z.string().nullable().default(null),
        baselineId: z.string().nullable().default(null),
      }),
    )
    .output(storedTrendSchema.nullable()),
  /** How far starts of the servers of each comparison differ, by `figureKey`, as other stored runs show. */
  startSpreads: call
    .input(z.object({ baseId: z.string(), otherIds: z.array(z.string()) }))
    .output(z.array(z.record(z.string(), startSpreadSchema))),
  /** What its server and GPUs did during the run, at most some thousand points a series. */
  telemetry: call.input(byId).output(runTelemetrySchema),
  /** json: vLLM's result schema; csv: one line per request; telemetry: one line per sample. */
  export: call
    .input(z.object({ id: z.string(), format: z.enum(exportFormats) }))
    .output(exportedFileSchema),
}

/** Files of results from elsewhere: begun, appended to piece by piece, finished. */
const importsApi = {
  begin: call.input(z.object({ fileName: z.string().min(1).max(255) })).output(byId),
  append: call.input(z.object({ id: z.string(), base64: z.string() })).output(nothing),
  /** Makes runs of its results; events report them as well. */
  finish: call.input(byId).output(importReportSchema),
}

const calibrationsApi = {
  list: call.output(z.array(calibrationSchema)),
  /** Resolves once it is stored; events report its points. */
  start: call.input(calibrationPlanSchema).output(calibrationSchema),
  /** What was measured so far is kept. */
  cancel: call.input(byId).output(nothing),
  remove: call.input(byId).output(nothing),
}

const damagedRowSchema = z.object({ table: z.string(), id: z.string(), why: z.string() })
const damagedPlace = damagedRowSchema.omit({ why: true })

/** Entries of the database that cannot be read. Lists leave them out. */
const damageApi = {
  /** Those that calls have come across until now. */
  list: call.output(z.array(damagedRowSchema)),
  /** As it is stored, with all that belongs to it: a line of JSON per row. */
  export: call.input(damagedPlace).output(exportedFileSchema),
  /** Removes what `export` returns. */
  remove: call.input(damagedPlace).output(nothing),
}

// Each part is named in the type: a declaration that spelled out all of them would exceed what the compiler writes.
export type AppApi = {
  app: typeof aboutApi
  hosts: typeof hostApi
  profiles: typeof profileApi
  servers: typeof serversApi
  benchmarks: typeof benchmarksApi
  runs: typeof runsApi
  imports: typeof importsApi
  calibrations: typeof calibrationsApi
  damage: typeof damageApi
  reports: typeof reportApi
  sweeps: typeof sweepApi
  sweepFiles: typeof sweepFileApi
  updates: typeof updateApi
}

export const appApi: AppApi = {
  app: aboutApi,
  hosts: hostApi,
  profiles: profileApi,
  servers: serversApi,
  benchmarks: benchmarksApi,
  runs: runsApi,
  imports: importsApi,
  calibrations: calibrationsApi,
  damage: damageApi,
  reports: reportApi,
  sweeps: sweepApi,
  sweepFiles: sweepFileApi,
  updates: updateApi,
}
