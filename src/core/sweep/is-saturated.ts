// Whether a load point asked for more than the server could do, so that its latencies say how long it was kept up.

export type OfferedLoad = Readonly<{
  /** Requests per second asked for; null when all were sent at once. */
  requestRate: number | null
  maxConcurrency: number | null
  requests: number
  durationS: number
}>

/** Schedules and clocks are never exact; a tenth more than planned is still keeping up. */
const tolerance = 1.1

/**
 * A server that keeps up ends one answer after the last request was due. One that takes longer than the schedule
 * and the slowest answer at light load (`lightAnswerS`) has let requests pile up. All at once saturates by intent,
 * unless a limit of concurrency paces it.
 */
export function isSaturated(load: OfferedLoad, lightAnswerS: number): boolean {
  if (load.requestRate === null) return load.maxConcurrency === null
  const scheduledS = load.requests / load.requestRate
  return load.durationS > scheduledS * tolerance + lightAnswerS
}
