// Calls between a window and the application. One contract, two transports: message port and WebSocket.
import { textSchema } from '#core/messages/text-schema.ts'
import { heldBenchmarkSchema } from '#core/flags/benchmark-fields.ts'
import { benchmarkSteps } from '#core/model/run/benchmark-step.ts'
import { calibrationPlanSchema, calibrationSchema } from '#core/model/run/calibration.ts'
import { joinedMessages } from '#core/messages/joined-catalogue.ts'
import { languages } from '#core/messages/languages.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { foundLaunchSchema } from '#core/model/launch.ts'
import { liveSnapshotSchema, runSchema } from '#core/model/run/run.ts'
import {
  attachedSpecSchema,
  serverSchema,
  simulatorPresetSchema,
  simulatorSpecSchema,
} from '#core/model/server.ts'
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
  computedPercentilesSchema,
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
  timelineSchema,
} from './views.ts'
import { byId, call, nothing } from './call.ts'
import * as features from './features.ts'
import { hostApi, profileApi, reportApi } from './host-api.ts'
import { sweepApi, sweepFileApi } from './sweep-api.ts'
import { updateApi } from './update-api.ts'

const named = z.object({ id: z.string(), name: z.string().min(1).max(200) })

const aboutApi = {
  info: call.output(appInfoSchema),
  /** Sets the window's language, so that dialogs outside the window use the same one. */
  speak: call.input(z.object({ language: z.enum(languages) })).output(nothing),
  /** Sends no initial state: call the lists first, then subscribe. Ends when the window closes. */
  events: call.output(eventIterator(appEventSchema)),
}

const featuresApi = {
  /** Work of a feature in a separate process (`src/node/jobs/features.ts`); the feature defines the types. */
  do: call.input(z.object({ job: z.string(), input: z.unknown() })).output(z.unknown()),
  /** Call of a feature's service in the application (`src/node/application/services/features.ts`). */
  call: call
    .input(z.object({ feature: z.string(), call: z.string(), input: z.unknown() }))
    .output(z.unknown()),
}

const serversApi = {
  presets: call.output(z.array(simulatorPresetSchema)),
  list: call.output(z.array(serverSchema)),
  /** Adds a simulator and starts it; resolves immediately, and events report its start. */
  startSimulator: call
    .input(z.object({ name: z.string().min(1).nullable(), spec: simulatorSpecSchema }))
    .output(serverSchema),
  /** Checks the URL first; rejects servers that are not OpenAI-compatible. */
  attach: call
    .input(
      z.object({
        name: z.string().min(1).nullable(),
        spec: attachedSpecSchema,
        /** Stored in memory only. */
        apiKey: z.string().min(1).nullable(),
      }),
    )
    .output(serverSchema),
  /**
   * Launches a server on a host; resolves immediately, and events report its start. A finding of severity error prevents the
   * launch. Secrets are values by environment variable, for the variables that the profile names.
   */
  launch: call
    .input(
      z.object({
        name: z.string().min(1).max(200).nullable(),
        hostId: z.string(),
        profile: launchProfileSchema,
        secrets: z.record(z.string(), z.string()).default({}),
        /** False only adds it to the list; a sweep then starts it with the flags of its first point. */
        starts: z.boolean().default(true),
      }),
    )
    .output(serverSchema),
  /** Launches recorded on a host, including those in the list. Connects to the host. */
  found: call.input(z.object({ hostId: z.string() })).output(z.array(foundLaunchSchema)),
  /** Adds a launch from `found` to the list and monitors it. */
  adopt: call.input(z.object({ hostId: z.string(), launchId: z.string() })).output(serverSchema),
  /** Reattaches to a launched server on its host, or launches it again if no process of it is running. */
  start: call.input(byId).output(serverSchema),
  stop: call.input(byId).output(serverSchema),
  rename: call.input(named).output(serverSchema),
  /** Stops it, unless it should continue to run outside the list. */
  remove: call.input(byId.extend({ leavesRunning: z.boolean().default(false) })).output(nothing),
  /** Clears the prefix caches of a ready server; refused during a run, and if the server does not support it. */
  resetCaches: call.input(byId).output(nothing),
  /** Starts or stops the server's own profiler; refused if it has none. */
  profile: call.input(byId.extend({ on: z.boolean() })).output(nothing),
  /** Sends one prompt to a ready server outside of any run. Ends with the response. */
  chat: call
    .input(byId.extend({ prompt: z.string().min(1).max(10_000) }))
    .output(eventIterator(chatCheckEventSchema)),
  /** Newest lines of its log, oldest first. */
  log: call.input(byId).output(z.array(z.string())),
  /** Telemetry of the server and its GPUs for the last minutes, then every new sample. Sampled only while a client follows it. */
  telemetry: call.input(byId).output(eventIterator(liveSamplesSchema)),
}

const benchmarksApi = {
  preview: call
    .input(z.object({ serverId: z.string().nullable(), config: heldBenchmarkSchema }))
    .output(benchmarkPreviewSchema),
  /** Builds the requests as they would be sent, and returns some of them, including the one at position `wanted`. */
  sample: call
    .input(
      z.object({
        serverId: z.string(),
        config: heldBenchmarkSchema,
        wanted: z.int().min(0).optional(),
      }),
    )
    .output(promptSampleSchema),
  /** Resolves once the run is stored as `preparing`; events report further progress. */
  start: call.input(startBenchmarkSchema).output(runSchema),
  /** Keeps the measurements so far. */
  cancel: call.input(byId).output(nothing),
}

const runsApi = {
  ...joinedMessages(features),
  /** Newest first. */
  list: call.input(runFilterSchema).output(z.array(storedRunSchema)),
  /** Newest first, with only the fields that a table shows. */
  summaryRows: call.input(runFilterSchema).output(z.array(storedSummaryRowSchema)),
  get: call.input(byId).output(runSchema),
  update: call.input(runChangeSchema).output(runSchema),
  remove: call.input(z.object({ ids: z.array(z.string()).min(1) })).output(nothing),
  /** Snapshots of a run in progress, oldest first, so that a reload can show its history. */
  live: call.input(byId).output(z.array(liveSnapshotSchema)),
  /** Current step of a run in progress; null for a finished one. */
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
  /** Null if the run has no such request. */
  request: call
    .input(z.object({ id: z.string(), index: z.int().min(0) }))
    .output(requestDetailSchema.nullable()),
  distributions: call.input(byId).output(z.array(distributionSchema)),
  /** Percentiles that the summary may lack. Empty if no requests are stored. */
  percentiles: call
    .input(byId.extend({ percentiles: z.array(z.number().min(0).max(100)).min(1).max(100) }))
    .output(computedPercentilesSchema),
  timeline: call.input(byId).output(timelineSchema),
  /** Seconds since the start of the run; at most three points per column. */
  scatter: call.input(scatterRequestSchema).output(requestScatterSchema),
  /** A few rates per second over equal parts of the run, for a sparkline; empty if times are unknown. */
  course: call.input(byId).output(z.array(z.number())),
  /** Spread between starts of the servers of each comparison, by `figureKey`, estimated from other stored runs. */
  startSpreads: call
    .input(z.object({ baseId: z.string(), otherIds: z.array(z.string()) }))
    .output(z.array(z.record(z.string(), startSpreadSchema))),
  /** Telemetry of its server and GPUs during the run, at most a few thousand points per series. */
  telemetry: call.input(byId).output(runTelemetrySchema),
  /** json: vLLM's result schema; csv: one line per request; telemetry: one line per sample. */
  export: call
    .input(z.object({ id: z.string(), format: z.enum(exportFormats) }))
    .output(exportedFileSchema),
}

/** Uploads of result files in three steps: begin, append pieces, finish. */
const importsApi = {
  begin: call.input(z.object({ fileName: z.string().min(1).max(255) })).output(byId),
  append: call.input(z.object({ id: z.string(), base64: z.string() })).output(nothing),
  /** Creates runs from its results; events also report them. */
  finish: call.input(byId).output(importReportSchema),
}

const calibrationsApi = {
  list: call.output(z.array(calibrationSchema)),
  /** Resolves once it is stored; events report its points. */
  start: call.input(calibrationPlanSchema).output(calibrationSchema),
  /** Keeps the measurements so far. */
  cancel: call.input(byId).output(nothing),
  remove: call.input(byId).output(nothing),
}

const damagedRowSchema = z.object({ table: z.string(), id: z.string(), why: textSchema })
const damagedPlace = damagedRowSchema.omit({ why: true })

/** Unreadable entries of the database. Lists omit them. */
const damageApi = {
  /** Unreadable entries found by calls so far. */
  list: call.output(z.array(damagedRowSchema)),
  /** Stored form of the entry with all dependent rows: one line of JSON per row. */
  export: call.input(damagedPlace).output(exportedFileSchema),
  /** Removes the rows that `export` returns. */
  remove: call.input(damagedPlace).output(nothing),
}

// Names each part in the type, because an expanded declaration would exceed the compiler's limit.
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
  features: typeof featuresApi
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
  features: featuresApi,
  reports: reportApi,
  sweeps: sweepApi,
  sweepFiles: sweepFileApi,
  updates: updateApi,
}
