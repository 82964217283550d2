// Sweeps a reader starts: a run per load point, in order, each kept like any other run.
import { randomUUID } from 'node:crypto'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { Sweep, SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { runSweep, type PointEnd } from '#node/experiment/run-sweep.ts'
import { describeLoad, newRun, type ExperimentTools } from '../benchmarks.ts'
import { requireSoundConfig } from '../config-problems.ts'
import { executeRun } from '../run-execution.ts'
import { withoutSecrets } from '../server-config.ts'
import type { ReadyServer } from '../servers.ts'

/** Returns the sweep as stored, before its first point. */
export function startSweep(
  { serverIds, plan }: Readonly<{ serverIds: readonly string[]; plan: SweepPlan }>,
  tools: ExperimentTools,
): Sweep {
  for (const config of pointConfigs(plan)) requireSoundConfig(config)
  tools.tasks.requireIdle()
  const [serverId = '', ...others] = serverIds
  const server = tools.servers.requireReady(serverId)
  if (others.length > 0) throw notYet('run on several servers')
  const sweep = tools.book.saveSweep({
    id: randomUUID(),
    plan: { ...plan, config: withoutSecrets(plan.config) },
    servers: [{ id: serverId, name: server.name }],
    answers: [],
    status: 'running',
    points: sweepPoints(plan),
    createdAtEpochMs: Date.now(),
  })
  tools.tasks.begin(sweep.id, plan.name, async (signal) => {
    try {
      await conduct(sweep, { plan, server, signal }, tools)
    } catch {
      // Only storing can fail here, and each run tells why; whoever looks at the sweep is told that it ended.
      tools.events.publish({ type: 'sweep', sweep: { ...sweep, status: 'failed' } })
    }
  })
  return sweep
}

type Conducting = Readonly<{ plan: SweepPlan; server: ReadyServer; signal: AbortSignal }>

async function conduct(
  { id, points }: Sweep,
  { plan, server, signal }: Conducting,
  tools: ExperimentTools,
): Promise<void> {
  function changePoint(index: number, changes: Partial<SweepPoint>): void {
    const sweep = tools.book.sweep(id)
    const changed = sweep.points.map((point) =>
      point.index === index ? { ...point, ...changes } : point,
    )
    tools.book.saveSweep({ ...sweep, points: changed })
  }

  async function runPoint(point: SweepPoint, config: BenchmarkConfig): Promise<PointEnd> {
    const name = `${plan.name}: ${describeLoad(config)}`
    const blank = newRun({ name, config, server, version: tools.version })
    const run = tools.book.saveRun({ ...blank, sweepId: id, pointIndex: point.index })
    changePoint(point.index, { status: 'running', runId: run.id })
    const ended = await executeRun({ ...server, run, config, signal }, tools)
    return ended.status === 'completed' || ended.status === 'cancelled' ? ended.status : 'failed'
  }

  const onPointEnd = ({ index }: SweepPoint, status: PointEnd): void =>
    changePoint(index, { status })
  const status = await runSweep(plan, points, { runPoint, onPointEnd }, signal)
  tools.book.saveSweep({ ...tools.book.sweep(id), status })
}

function pointConfigs(plan: SweepPlan): BenchmarkConfig[] {
  return sweepPoints(plan).map((point) => pointConfig(plan, point))
}

export function pauseSweep(): void {
  throw notYet('be paused')
}

export function resumeSweep(): Sweep {
  throw notYet('be resumed')
}

export function skipPoint(): void {
  throw notYet('skip points')
}

function notYet(what: string): AppError {
  return new AppError('invalid-input', `A sweep cannot ${what} yet.`)
}
