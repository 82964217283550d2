// Runs and sweeps of a bundle as they are kept here: marked, and at rest, for nothing of them can go on here.
import { benchmarkFieldsSchema } from '#core/model/benchmark/benchmark-fields.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep/sweep.ts'

type Arrival = Readonly<{ fileName: string; nowEpochMs: number; requests: number }>

const longestName = 200

/** One that was imported over there keeps where it came from in the first place. */
export function bundledRun(run: Run, { fileName, nowEpochMs, requests }: Arrival): Run {
  return {
    ...run,
    name: run.name.slice(0, longestName),
    status: run.status === 'preparing' || run.status === 'running' ? 'cancelled' : run.status,
    imported: run.imported ?? {
      fileName: fileName.slice(0, longestName),
      importedAtEpochMs: nowEpochMs,
      // Its id is its own, wherever it goes.
      contentHash: run.id,
      backend: run.config.backend,
      knownFields: Object.keys(benchmarkFieldsSchema.shape),
      requests: requests === 0 ? 'none' : 'times',
    },
  }
}

const resting: ReadonlySet<Sweep['status']> = new Set(['completed', 'cancelled', 'failed'])

export function bundledSweep(sweep: Sweep): Sweep {
  const { plan, points, status } = sweep
  return {
    ...sweep,
    plan: { ...plan, name: plan.name.slice(0, longestName) },
    status: resting.has(status) ? status : 'cancelled',
    points: points.map((point) =>
      point.status === 'waiting' || point.status === 'running'
        ? { ...point, status: 'cancelled' }
        : point,
    ),
  }
}
