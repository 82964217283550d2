// A single run as a sweep with one load, so that it is drawn like a sweep.
import type { Run } from '../model/run/run.ts'
import { sweepPlanSchema, type Sweep, type SweepPoint } from '../model/sweep.ts'

const pointStatuses = {
  ...{ preparing: 'running', running: 'running', completed: 'completed' },
  ...{ cancelled: 'cancelled', failed: 'failed' },
} as const satisfies Record<Run['status'], SweepPoint['status']>

/** Has the id of the run, and is never stored. */
export function singleLoad(run: Run): Sweep {
  const { id, name, config, serverName, baseUrl, createdAtEpochMs } = run
  const { requestRate, maxConcurrency } = config
  const status = pointStatuses[run.status]
  const load = { requestRate, maxConcurrency }
  return {
    id,
    plan: sweepPlanSchema.parse({
      ...{ name, config, secondsPerPoint: null },
      ...{ requestRates: [requestRate], maxConcurrencies: [maxConcurrency] },
    }),
    servers: [{ id: '', name: serverName ?? baseUrl ?? '' }],
    status,
    points: [
      {
        ...{ index: 0, server: 0, settings: [], repeat: 0, seedOffset: 0 },
        ...load,
        status,
        runId: id,
      },
    ],
    answers: [],
    createdAtEpochMs,
  }
}
