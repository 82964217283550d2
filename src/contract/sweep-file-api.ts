// The calls about sweeps as files and command lines: open, write, translate to vLLM's.
import { z } from 'zod'
import { sweepFileServerSchema } from '#core/model/sweep/sweep-file.ts'
import { sweepPlanSchema } from '#core/model/sweep/sweep.ts'
import { commandGaps } from '#core/sweep/vllm/sweep-command.ts'
import { call } from './call.ts'
import { exportedFileSchema } from './views.ts'

const composed = z.object({ plan: sweepPlanSchema, serverIds: z.array(z.string()) })

export const sweepFileApi = {
  /** Reads YAML or JSON; servers that are in the list are found there, the others are given as the file says them. */
  open: call.input(z.object({ text: z.string() })).output(
    z.object({
      plan: sweepPlanSchema,
      serverIds: z.array(z.string()),
      otherServers: z.array(sweepFileServerSchema),
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
