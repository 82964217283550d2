// A sweep file: the plan and its servers, which are described in full and never referenced by id.
import { z } from 'zod'
import { launchProfileSchema } from './launch-profile.ts'
import { attachedSpecSchema, simulatorSpecSchema } from './server.ts'
import { sweepPlanSchema } from './sweep.ts'

/** Null generates a name. */
const name = z.string().min(1).max(200).nullable()

export const sweepFileServerSchema = z.discriminatedUnion('kind', [
  /** A server that is listed already. */
  z.object({ kind: z.literal('known'), name: z.string().min(1) }),
  z.object({ kind: z.literal('attached'), name, spec: attachedSpecSchema }),
  z.object({ kind: z.literal('simulator'), name, spec: simulatorSpecSchema }),
  z.object({
    kind: z.literal('launched'),
    name,
    /** Name of a stored host, or `local`. */
    host: z.string().min(1),
    /** A profile, or the name of a stored one. */
    profile: z.union([z.string().min(1), launchProfileSchema]),
  }),
])

/** Exported for tests, which parse made-up files with it. */
export const sweepFileSchema = z.object({
  plan: sweepPlanSchema,
  servers: z.array(sweepFileServerSchema),
})

export type SweepFileServer = z.infer<typeof sweepFileServerSchema>
export type SweepFile = z.infer<typeof sweepFileSchema>
