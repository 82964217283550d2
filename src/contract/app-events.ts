// Events from the application to every window. Each contains the complete object, so a window only replaces its copy.
// Also the ports between a parent and a child process.
import { z } from 'zod'
import { textSchema } from '#core/messages/text-schema.ts'
import { benchmarkSteps } from '#core/model/run/benchmark-step.ts'
import { calibrationSchema } from '#core/model/run/calibration.ts'
import { hostQuestionSchema, hostSchema } from '#core/model/host.ts'
import { storedProfileSchema } from '#core/model/launch-profile.ts'
import { liveSnapshotSchema, runSchema } from '#core/model/run/run.ts'
import { serverSchema } from '#core/model/server.ts'
import { sweepLogEntrySchema } from '#core/model/sweep-log.ts'
import { sweepSchema } from '#core/model/sweep.ts'
import { updateStateSchema } from './update-api.ts'

export const appEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('host'), host: hostSchema }),
  z.object({ type: z.literal('host-removed'), id: z.string() }),
  /** A connection waits for a response. */
  z.object({ type: z.literal('host-question'), question: hostQuestionSchema }),
  /** The question was answered or withdrawn. */
  z.object({ type: z.literal('host-question-closed'), id: z.string() }),
  z.object({ type: z.literal('profile'), profile: storedProfileSchema }),
  z.object({ type: z.literal('profile-removed'), id: z.string() }),
  z.object({ type: z.literal('server'), server: serverSchema }),
  z.object({ type: z.literal('server-removed'), id: z.string() }),
  z.object({ type: z.literal('server-log'), id: z.string(), lines: z.array(z.string()) }),
  z.object({ type: z.literal('run'), run: runSchema }),
  z.object({ type: z.literal('run-removed'), id: z.string() }),
  z.object({
    type: z.literal('step'),
    runId: z.string(),
    step: z.enum(benchmarkSteps),
    /** Completed share, 0 to 1, if known. */
    share: z.number().optional(),
    /** Reason for waiting, or progress as text. */
    waitsFor: textSchema.optional(),
  }),
  z.object({ type: z.literal('live'), snapshot: liveSnapshotSchema }),
  z.object({ type: z.literal('sweep'), sweep: sweepSchema }),
  z.object({ type: z.literal('sweep-removed'), id: z.string() }),
  /** Log entries since the previous event of this type. */
  z.object({
    type: z.literal('sweep-log'),
    id: z.string(),
    entries: z.array(sweepLogEntrySchema),
  }),
  z.object({ type: z.literal('calibration'), calibration: calibrationSchema }),
  z.object({ type: z.literal('calibration-removed'), id: z.string() }),
  z.object({ type: z.literal('updates'), state: updateStateSchema }),
  /** A value stored by a feature. */
  z.object({
    type: z.literal('feature'),
    feature: z.string(),
    id: z.string(),
    value: z.unknown(),
  }),
  z.object({ type: z.literal('feature-removed'), feature: z.string(), id: z.string() }),
])

export type AppEvent = z.infer<typeof appEventSchema>

/**
 * Port of the parent to a child process, over Node's fork or Electron's utility process. Posting to a process that has
 * ended does nothing.
 */
export type ChildProcessPort<Outgoing, Incoming> = {
  post(message: Outgoing): void
  onMessage(listener: (message: Incoming) => void): void
  /** Called once, with the exit code. */
  onExit(listener: (code: number) => void): void
  kill(): void
}

/** Port of the child. */
export type ParentPort<Outgoing, Incoming> = {
  post(message: Outgoing): void
  onMessage(listener: (message: Incoming) => void): void
}
