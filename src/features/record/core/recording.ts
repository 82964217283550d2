// Traffic of a server that is written as a trace, which is then a workload.
import { z } from 'zod'

export const recordingSchema = z.object({
  /** Id of the server: it has one recording at a time. */
  id: z.string(),
  createdAtEpochMs: z.number(),
  /** Address for clients while it records; null afterwards. */
  url: z.string().nullable(),
  file: z.string(),
  recorded: z.int(),
  /** Requests whose prompt tokens the server did not count. */
  estimated: z.int(),
  /** The last request that could not be passed on. */
  problem: z.string().nullable(),
})

export type TrafficRecord = z.infer<typeof recordingSchema>

export const recordingOrderSchema = z.object({
  serverId: z.string(),
  withText: z.boolean(),
  /** Listens on every address of this computer, not only for its own programs. */
  isOpenToOthers: z.boolean(),
})
