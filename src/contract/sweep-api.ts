// The calls about sweeps: preview, start, pause, resume, list.
import { z } from 'zod'
import { sweepLogEntrySchema } from '#core/model/sweep/sweep-log.ts'
import { sweepPlanSchema, sweepSchema } from '#core/model/sweep/sweep.ts'
import { sweepFileServerSchema } from '#core/model/sweep/sweep-file.ts'
import { textSchema } from '#core/messages/text-schema.ts'
import { commandGaps } from '#core/sweep/vllm/sweep-command.ts'
import { byId, call, nothing } from './call.ts'
import { exportedFileSchema, problemSchema, requestShortageSchema } from './views.ts'

/** What a sweep would amount to, before anything is started. */
const sweepPreviewSchema = z.object({
  problems: z.array(problemSchema),
  /** Runs; where loads are searched for, the most it may take. */
  points: z.int(),
  /** Null where the loads are not known before. */
  requests: z.int().nullable(),
  /** Null as well where the loads are not known before. */
  shortage: requestShortageSchema,
  /** All of it, of which the parts below; null when it cannot be known. */
  estimatedDurationS: z.number().nullable(),
  /** The same on a fast and on a slow server; null where it is a bound already. */
  durationRangeS: z.object({ least: z.number(), most: z.number() }).nullable(),
  /** GPUs of the server that is measured, on average over the configurations; null where nothing states them. */
  gpus: z.number().nullable(),
  /** From the first counted request of a point to its last answer, over all points. */
  measuringS: z.number().nullable(),
  warmingUpS: z.number(),
  coolingDownS: z.number(),
  /** How often a server is started for it, and how long that took before; null where it was never seen. */
  serverStarts: z.int(),
  startingServersS: z.number().nullable(),
  /** Of the servers for all that time; null without a price, or while the time is not known. */
  cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
})

/** A host that is to send load. */
const hostCheckSchema = z.object({
  hostName: z.string(),
  problem: problemSchema.nullable(),
  /** Of the Node that will be sent there, where it has none. */
  nodeBytes: z.int().nullable(),
})

export const sweepApi = {
  list: call.output(z.array(sweepSchema)),
  get: call.input(byId).output(sweepSchema),
  /** Without servers, as for one that runs already. */
  preview: call
    .input(z.object({ serverIds: z.array(z.string()), plan: sweepPlanSchema }))
    .output(sweepPreviewSchema),
  /** Connects the hosts that are to send the load, and sees whether they can. */
  checkHosts: call
    .input(z.object({ serverIds: z.array(z.string()), plan: sweepPlanSchema }))
    .output(z.array(hostCheckSchema)),
  /** Resolves once it is stored; events report the rest. */
  start: call
    .input(z.object({ serverIds: z.array(z.string()).min(1), plan: sweepPlanSchema }))
    .output(sweepSchema),
  /** After the current point; other experiments can run afterwards. */
  pause: call.input(byId).output(nothing),
  /** Resumes one that was paused or interrupted. */
  resume: call.input(byId).output(sweepSchema),
  /** Leaves out a point that waits, or gives up the one that is running (null). */
  skip: call.input(byId.extend({ index: z.int().nullable() })).output(nothing),
  /** What was measured so far is kept. */
  cancel: call.input(byId).output(nothing),
  /** What happened and why, oldest first. */
  log: call.input(byId).output(z.array(sweepLogEntrySchema)),
  rename: call.input(byId.extend({ name: z.string().min(1).max(200) })).output(sweepSchema),
  remove: call.input(byId).output(nothing),
  /** json: the list of its runs in vLLM's schema; csv: one line per point. */
  export: call.input(byId.extend({ format: z.enum(['json', 'csv']) })).output(exportedFileSchema),
}

export type HostCheck = z.infer<typeof hostCheckSchema>
export type SweepPreview = z.infer<typeof sweepPreviewSchema>

// The calls about sweeps as files and command lines: open, write, translate to vLLM's.
const composed = z.object({ plan: sweepPlanSchema, serverIds: z.array(z.string()) })

export const sweepFileApi = {
  /**
   * Reads YAML or JSON, of a sweep or of a tuning; servers that are in the list are found there, the others are given as
   * the file says them. `leftOut` says why flags of a preset do not vary.
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
  /** The same sweep for `vllm bench sweep serve`. */
  command: call.input(composed).output(
    z.object({
      commands: z.array(z.string()),
      files: z.array(z.object({ name: z.string(), text: z.string() })),
      gaps: z.array(z.enum(commandGaps)),
    }),
  ),
}
