// Runs a stored sweep with this application's servers and storage.
import { setTimeout as delay } from 'node:timers/promises'
import type { AppError } from '#core/model/app-error.ts'
import type { LightPace } from '#core/model/run/certainty.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { pointNameOf } from '#core/model/run/run-name.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import { presentablePlan } from '#core/report/presentable-plan.ts'
import { configurationName } from '#core/sweep/configurations.ts'
import { lightPaceFor } from '#core/sweep/light-pace.ts'
import { isLostInTransport } from '#core/stats/genuine-failures.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { resetAllCaches } from '#node/experiment/reset-caches.ts'
import { runSweep } from '#node/experiment/run-sweep.ts'
import { accessOf } from '#node/experiment/server-access.ts'
import type { PointEnd, SweepEnd, SweepTools } from '#node/experiment/sweep-tools.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import { executeRun } from '#node/runs/run-execution.ts'
import { type ExperimentTools, runOn } from '../benchmarks.ts'
import { runJournal } from '../run-repository.ts'
import type { SweepNotes } from './sweep-notes.ts'
import type { SweepServers } from './sweep-servers.ts'
import { furtherUrls } from '#core/flags/server-urls.ts'
import * as features from './features.ts'
import type { TuningService } from './tuning-service.ts'

const [tunings] = Object.values<TuningService>(features)

// User requests to a running sweep: pause after this point, or skip it.
export class SweepControl {
  #wantsPause = false
  #point: Readonly<{ index: number; controller: AbortController }> | null = null

  get wantsPause(): boolean {
    return this.#wantsPause
  }

  pause(): void {
    this.#wantsPause = true
  }

  /** Returns a signal that aborts when the point is skipped. */
  begin(index: number): AbortSignal {
    const controller = new AbortController()
    this.#point = { index, controller }
    return controller.signal
  }

  end(): void {
    this.#point = null
  }

  /** Skips a point; null means the running one. Returns whether it was running. */
  giveUp(index: number | null): boolean {
    if (this.#point === null || (index !== null && index !== this.#point.index)) return false
    this.#point.controller.abort()
    return true
  }
}

type ConductTools = Readonly<{
  notes: SweepNotes
  servers: SweepServers
  control: SweepControl
}>

export function conductSweep(
  conducting: ConductTools,
  tools: ExperimentTools,
  signal: AbortSignal,
): Promise<SweepEnd> {
  const { notes, servers, control } = conducting
  const summaries = new SummaryCache(tools)
  const story: SweepTools<ReadyServer> = {
    state: () => ({
      ...{ sweep: notes.sweep, summaries: summaries.of(notes.sweep) },
      ...(notes.sweep.plan.tune !== null && { log: notes.readLog() }),
    }),
    log: (kind, values, point) => notes.log(kind, values, point),
    savePoint: (point) => notes.savePoint(point),
    saveAnswer: (found) => notes.saveAnswer(found),
    serverFor: (point, stop) => servers.serverFor(point, stop),
    putServersBack: () => (tools.tasks.isClosing ? Promise.resolve() : servers.putAllBack()),
    refusalOf: async (point, server, stop) => {
      const hostLoss = () => servers.hostLossAt(point)
      const refusal = tunings?.refusalOf(point, { server, notes, hostLoss, signal: stop })
      return (await refusal) ?? null
    },
    resetCaches: ({ baseUrl, apiKey }, stop) => {
      const { config } = notes.sweep.plan
      const urls = [baseUrl, ...furtherUrls(config)]
      const servers = urls.map((url) => accessOf({ baseUrl: url, apiKey, config }))
      return resetAllCaches(servers, stop)
    },
    measure: (point, server, stop) => {
      const measured = { points: notes.sweep.points, summaries: summaries.of(notes.sweep) }
      const lightPace = lightPaceFor(point, measured)
      return measure(point, { server, conducting, lightPace, signal: stop }, tools)
    },
    afterPoint: async ({ status }) => tools.afterPoint?.({ sweepId: notes.sweep.id, status }),
    wantsPause: () => control.wantsPause,
    rest: (seconds, stop) => delay(seconds * 1000, undefined, { signal: stop }),
  }
  return runSweep(story, signal)
}

type PointTools = Readonly<{
  server: ReadyServer
  conducting: ConductTools
  lightPace: LightPace | null
  signal: AbortSignal
}>

async function measure(
  point: SweepPoint,
  { server, conducting, lightPace, signal }: PointTools,
  tools: ExperimentTools,
): Promise<PointEnd> {
  const { notes, control } = conducting
  const { id, plan } = notes.sweep
  const name = runName(notes.sweep, point)
  const config = pointConfig(plan, point)
  const blank = runOn(server, { name, config }, tools.version)
  const run = tools.runRepository.saveRun({ ...blank, sweepId: id, pointIndex: point.index })
  notes.savePoint({ ...point, status: 'running', runId: run.id })
  const stop = AbortSignal.any([signal, control.begin(point.index)])
  const request = { ...server, run, config, lightPace, signal: stop }
  const ended = await executeRun(request, { ...tools, journal: runJournal(run.id, tools) })
  control.end()
  return withHostLoss(endOf(ended), () => conducting.servers.hostLossAt(point))
}

/** Adds the loss of the host to the reason for lost requests, because a broken connection looks the same. */
async function withHostLoss(
  end: PointEnd,
  hostLoss: () => Promise<AppError | null>,
): Promise<PointEnd> {
  if (end.lostBecause === null || end.isHostLost === true) return end
  const loss = await hostLoss()
  return loss === null ? end : { ...end, lostBecause: loss.content.message, isHostLost: true }
}

/** Name that distinguishes the run from the others of its sweep in every list. */
function runName(sweep: Sweep, point: SweepPoint): string {
  return pointNameOf({
    sweep: sweep.plan.name,
    configuration: configurationName(point, { ...sweep, plan: presentablePlan(sweep.plan) }),
    config: pointConfig(sweep.plan, point),
    repeat: point.repeat,
  })
}

function endOf({ status, summary, failure }: Run): PointEnd {
  if (status === 'cancelled') return { status, summary, lostBecause: null }
  if (status === 'completed' && summary !== null) {
    if (!isLostInTransport(summary)) return { status, summary, lostBecause: null }
    const [error] = summary.errors
    return {
      status: 'failed',
      summary,
      lostBecause: error?.text ?? error?.message ?? 'Requests were lost.',
    }
  }
  const why = failure?.content?.message ?? failure?.message ?? null
  const isHostLost = failure?.code === 'host-unreachable'
  return isHostLost || failure?.code === 'server-unreachable'
    ? { status: 'failed', summary, lostBecause: why, isHostLost }
    : { status: 'failed', summary, lostBecause: null, failedBecause: why }
}

/** Caches summaries, because ended runs do not change and there may be hundreds. */
class SummaryCache {
  readonly #tools: ExperimentTools
  readonly #known = new Map<string, RunSummary | null>()

  constructor(tools: ExperimentTools) {
    this.#tools = tools
  }

  of({ points }: Sweep): ReadonlyMap<number, RunSummary> {
    const completed = points.filter(({ status }) => status === 'completed')
    return new Map(
      completed.flatMap(({ index, runId }) => {
        const summary = runId === null ? null : this.#summary(runId)
        return summary === null ? [] : [[index, summary] as const]
      }),
    )
  }

  #summary(runId: string): RunSummary | null {
    const known = this.#known.get(runId)
    if (known !== undefined) return known
    const { summary } = this.#tools.runRepository.run(runId)
    this.#known.set(runId, summary)
    return summary
  }
}
