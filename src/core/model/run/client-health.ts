// How well our own client kept up during a run; evidence for or against every other number of it.
import { z } from 'zod'

/** Absent from runs of earlier versions. */
const sinceLater = z.number().nullable().default(null)

export const clientHealthSchema = z.object({
  /** From when a request was free to leave to when it was written (µs). */
  sendLagP50Us: z.number(),
  sendLagP99Us: z.number(),
  sendLagMaxUs: z.number(),
  /** From when a part of a paced request was due to when it was written (µs); absent where nothing was paced. */
  paceErrorP50Us: z.number().optional(),
  paceErrorP99Us: z.number().optional(),
  paceErrorMaxUs: z.number().optional(),
  /** Delay of the client's event loop while it ran (µs), on the thread where it was longest. */
  loopDelayP99Us: z.number(),
  loopDelayMaxUs: z.number(),
  /** Wait of data that arrives at any time, by how long the event loop was held up (µs); absent from earlier versions. */
  loopLagMeanUs: z.number().optional(),
  /** Longest turn of the application's event loop meanwhile, in processor time (µs); absent from a single benchmark of the command line. */
  applicationTurnMaxUs: z.number().optional(),
  /** Processor time the client's process used per time elapsed: 1 is one core. */
  cpuShare: z.number(),
  /** How long data had probably lain in its socket before it was read (µs). */
  readLagMeanUs: sinceLater,
  readLagP99Us: sinceLater,
  readLagMaxUs: sinceLater,
  /** The same for reads that held the first event of a response: TTFT is overstated by this. */
  firstTokenLagMeanUs: sinceLater,
  firstTokenLagP99Us: sinceLater,
  /** Share of reads that came more than a millisecond late, 0–1. */
  lateReadShare: sinceLater,
  /** Pauses for garbage collection (µs): all of them together, and the longest. */
  gcPauseTotalUs: sinceLater,
  gcPauseMaxUs: sinceLater,
  /** Rate achieved per rate asked, at most 1; null where no rate was asked, or not for a second. */
  keptRateShare: sinceLater,
  /** Processor time of each thread that reads and writes, per time elapsed. */
  threadCpuShares: z.array(z.number()).default([]),
  /** The lightest load of a calibration made before the run that overloaded this client, below the load of the run. */
  overloadedAt: z.object({ streams: z.number(), eventsPerS: z.number() }).nullable().optional(),
})

export type ClientHealth = z.infer<typeof clientHealthSchema>
