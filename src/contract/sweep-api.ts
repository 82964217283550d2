// Calls about sweeps: preview, start, pause, resume, list, and their files and command lines.
import { z } from 'zod'
import { sweepLogEntrySchema } from '#core/model/sweep-log.ts'
import { sweepFileServerSchema, sweepPlanSchema, sweepSchema } from '#core/model/sweep.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import { commandGaps } from '#core/sweep/file/sweep-command.ts'
import { byId, call, nothing } from './call.ts'
import { exportedFileSchema, problemSchema, requestShortageSchema } from './views.ts'

/** Estimated size of a sweep before it starts. */
const sweepPreviewSchema = z.object({
  problems: z.array(problemSchema),
  /** Number of runs; for a search, the maximum. */
  points: z.int(),
  /** Null if the loads are not known in advance. */
  requests: z.int().nullable(),
  /** Also null if the loads are not known in advance. */
  shortage: requestShortageSchema,
  /** Total, which includes the parts below; null if unknown. */
  estimatedDurationS: z.number().nullable(),
  /** Total on a fast and on a slow server; null if the total is already an upper bound. */
  durationRangeS: z.object({ least: z.number(), most: z.number() }).nullable(),
  /** Mean GPUs of the measured server over the configurations; null if unknown. */
  gpus: z.number().nullable(),
  /** Time from the first counted request of a point to its last response, summed over all points; null if unknown. */
  measuringS: z.number().nullable(),
  warmingUpS: z.number(),
  coolingDownS: z.number(),
  /** Number of server starts, and their previous duration; null if no start was observed. */
  serverStarts: z.int(),
  startingServersS: z.number().nullable(),
  /** Cost of the servers for that time; null without a price, or while the time is unknown. */
  cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
})

/** Host to send load from. */
const hostCheckSchema = z.object({
  hostName: z.string(),
  problem: problemSchema.nullable(),
  /** Size of the Node build to upload, if the host has no Node. */
  nodeBytes: z.int().nullable(),
})

export const sweepApi = {
  list: call.output(z.array(sweepSchema)),
  get: call.input(byId).output(sweepSchema),
  /** `serverIds` may be empty, as for a sweep that is already running. */
  preview: call
    .input(z.object({ serverIds: z.array(z.string()), plan: sweepPlanSchema }))
    .output(sweepPreviewSchema),
  /** Connects to the hosts of the load and checks whether they can send it. */
  checkHosts: call
    .input(z.object({ serverIds: z.array(z.string()), plan: sweepPlanSchema }))
    .output(z.array(hostCheckSchema)),
  /** Resolves once it is stored; events report further progress. */
  start: call
    .input(z.object({ serverIds: z.array(z.string()).min(1), plan: sweepPlanSchema }))
    .output(sweepSchema),
  /** Pauses after the current point; other experiments can then run. */
  pause: call.input(byId).output(nothing),
  /** Resumes a sweep that was paused or interrupted. */
  resume: call.input(byId).output(sweepSchema),
  /** Skips a waiting point, or aborts the running point (null). */
  skip: call.input(byId.extend({ index: z.int().nullable() })).output(nothing),
  /** Keeps the measurements so far. */
  cancel: call.input(byId).output(nothing),
  /** Events with their reasons, oldest first. */
  log: call.input(byId).output(z.array(sweepLogEntrySchema)),
  rename: call.input(byId.extend({ name: z.string().min(1).max(200) })).output(sweepSchema),
  remove: call.input(byId).output(nothing),
  /** json: the list of its runs in vLLM's schema; csv: one line per point. */
  export: call.input(byId.extend({ format: z.enum(['json', 'csv']) })).output(exportedFileSchema),
}

export type HostCheck = z.infer<typeof hostCheckSchema>
export type SweepPreview = z.infer<typeof sweepPreviewSchema>

/** Plan and servers of a sweep, for its file and its command line. */
const composed = z.object({ plan: sweepPlanSchema, serverIds: z.array(z.string()) })

export const sweepFileApi = {
  /**
   * Reads YAML or JSON of a sweep or a tuning. Servers in the list are matched; others are returned as in the file.
   * `leftOut` explains why flags of a preset do not vary.
   */
  open: call.input(z.object({ text: z.string() })).output(
    z.object({
      plan: sweepPlanSchema,
      serverIds: z.array(z.string()),
      otherServers: z.array(sweepFileServerSchema),
      leftOut: z.array(textSchema),
    }),
  ),
  write: call
    .input(composed.extend({ format: z.enum(['yaml', 'json']) }))
    .output(exportedFileSchema),
  /** Equivalent command line for `vllm bench sweep serve`. */
  command: call.input(composed).output(
    z.object({
      commands: z.array(z.string()),
      files: z.array(z.object({ name: z.string(), text: z.string() })),
      gaps: z.array(z.enum(commandGaps)),
    }),
  ),
}
