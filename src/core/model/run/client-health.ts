// Health of our own client during a run: evidence for the credibility of all its other metrics.
import { z } from 'zod'

/** Absent from runs of earlier versions. */
const sinceLater = z.number().nullable().default(null)

export const clientHealthSchema = z.object({
  /** Delay from when a request could be sent to when it was written (µs). */
  sendLagP50Us: z.number(),
  sendLagP99Us: z.number(),
  sendLagMaxUs: z.number(),
  /** Delay from when a part of a paced request was due to when it was written (µs); absent without pacing. */
  paceErrorP50Us: z.number().optional(),
  paceErrorP99Us: z.number().optional(),
  paceErrorMaxUs: z.number().optional(),
  /** Event-loop delay of the client during the run (µs), on the thread with the longest one. */
  loopDelayP99Us: z.number(),
  loopDelayMaxUs: z.number(),
  /** Wait of data that arrives at a random time, from the delays of the event loop (µs); absent in earlier versions. */
  loopLagMeanUs: z.number().optional(),
  /** Longest turn of the application's event loop during the run, in CPU time (µs); absent for a single command-line run. */
  applicationTurnMaxUs: z.number().optional(),
  /** CPU time of the client's process ÷ elapsed time: 1 is one core. */
  cpuShare: z.number(),
  /** Probable time that data spent in its socket before it was read (µs). */
  readLagMeanUs: sinceLater,
  readLagP99Us: sinceLater,
  readLagMaxUs: sinceLater,
  /** Same for reads with the first event of a response: TTFT is overstated by this. */
  firstTokenLagMeanUs: sinceLater,
  firstTokenLagP99Us: sinceLater,
  /** Share of reads more than a millisecond late, 0–1. */
  lateReadShare: sinceLater,
  /** Pauses for garbage collection (µs): total and longest. */
  gcPauseTotalUs: sinceLater,
  gcPauseMaxUs: sinceLater,
  /** Achieved ÷ requested rate, at most 1; null if no rate was requested, or for less than a second. */
  keptRateShare: sinceLater,
  /** CPU time of each thread that reads and writes ÷ elapsed time. */
  threadCpuShares: z.array(z.number()).default([]),
  /** Lowest load that overloaded this client in a calibration before the run, if below the load of the run. */
  overloadedAt: z.object({ streams: z.number(), eventsPerS: z.number() }).nullable().optional(),
})

export type ClientHealth = z.infer<typeof clientHealthSchema>
