// Traffic of a server, recorded as a trace that serves as a workload.
import { z } from 'zod'

export const recordingSchema = z.object({
  /** Id of the server, which can have one recording at a time. */
  id: z.string(),
  createdAtEpochMs: z.number(),
  /** Address for clients while it records; null afterwards. */
  url: z.string().nullable(),
  file: z.string(),
  recorded: z.int(),
  /** Requests whose prompt tokens the server did not count. */
  estimated: z.int(),
  /** The last request that could not be forwarded. */
  problem: z.string().nullable(),
})

export type TrafficRecord = z.infer<typeof recordingSchema>

export const recordingOrderSchema = z.object({
  serverId: z.string(),
  withText: z.boolean(),
  /** Listens on every address of this computer, not only on loopback. */
  isOpenToOthers: z.boolean(),
})
