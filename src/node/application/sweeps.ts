// Sweeps a reader starts: a run per load point, in order, each kept like any other run.
import { randomUUID } from 'node:crypto'
import type { Problem } from '#contract/views.ts'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { Sweep, SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { runSweep, type PointEnd } from '#node/experiment/run-sweep.ts'
import { estimateBenchmark } from './benchmark-estimate.ts'
import { describeLoad, newRun, type ExperimentTools } from './benchmarks.ts'
import { configProblems, requireSoundConfig } from './config-problems.ts'
import { executeRun } from './run-execution.ts'
import { withoutSecrets } from './server-config.ts'
import type { ReadyServer } from './servers.ts'

export type SweepPreview = {
  problems: Problem[]
  points: number
  requests: number
  estimatedDurationS: number | null
}

export function previewSweep(plan: SweepPlan): SweepPreview {
  const configs = pointConfigs(plan)
  const estimates = configs.map(estimateBenchmark)
  const durations = estimates.map(({ durationS }) => durationS)
  return {
    problems: firstProblems(configs),
    points: configs.length,
    requests: total(estimates.map(({ requests }) => requests)),
    estimatedDurationS: durations.every((durationS) => durationS !== null)
      ? total(durations)
      : null,
  }
}

/** Returns the sweep as stored, before its first point. */
export function startSweep(
  { serverId, plan }: Readonly<{ serverId: string; plan: SweepPlan }>,
  tools: ExperimentTools,
): Sweep {
  for (const config of pointConfigs(plan)) requireSoundConfig(config)
  tools.tasks.requireIdle()
  const server = tools.servers.requireReady(serverId)
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

/** Points differ in their load only; a problem of one is mostly a problem of all and said once. */
function firstProblems(configs: readonly BenchmarkConfig[]): Problem[] {
  const problems = configs.flatMap(configProblems)
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
