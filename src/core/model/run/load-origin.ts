// Where the load of a run came from, when that was not this computer.
import { z } from 'zod'

export const loadOriginSchema = z.object({
  hostName: z.string(),
  /** Of the Node it ran on. */
  nodeVersion: z.string(),
  /** How far the host's clock was ahead of ours, and by how much that may be wrong. Times of the run are by ours. */
  clockOffsetMs: z.number(),
  clockUncertaintyMs: z.number(),
})

export type LoadOrigin = z.infer<typeof loadOriginSchema>
