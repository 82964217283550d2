// Sweeps of the user: run in the background, paused and resumed, each point stored like any other run.
import { randomUUID } from 'node:crypto'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Sweep, SweepPlan, SweepPoint, SweepStatus } from '#core/model/sweep.ts'
import { hidesValues, presentablePlan } from '#core/report/presentable-plan.ts'
import { sweepPoints } from '#core/sweep/sweep-points.ts'
import { loadValues, type SweepEnd } from '#node/experiment/sweep-tools.ts'
import type { ExperimentTools } from '../benchmarks.ts'
import { removeSweep } from '../removal.ts'
import { conductSweep, SweepControl } from './conduct-sweep.ts'
import { SweepNotes } from './sweep-notes.ts'
import { type NewSweep, requireHosts, requireSoundSweep } from './sweep-problems.ts'
import { SweepServers } from './sweep-servers.ts'

type RunningSweep = Readonly<{ id: string; control: SweepControl }>

const resumable: ReadonlySet<SweepStatus> = new Set(['paused', 'interrupted'])

export class Sweeps {
  readonly #tools: ExperimentTools
  /** Requested plans with their secrets: in memory only, so they are lost on restart. */
  readonly #plans = new Map<string, SweepPlan>()
  #going: RunningSweep | null = null

  constructor(tools: ExperimentTools) {
    this.#tools = tools
  }

  /** Returns the stored sweep, before its first point. */
  async start({ serverIds, plan }: NewSweep): Promise<Sweep> {
    const { tasks, runRepository } = this.#tools
    const servers = serverIds.map((id) => this.#tools.servers.server(id))
    requireSoundSweep({ plan, servers }, this.#tools.servers.hosts)
    tasks.requireIdle()
    await requireHosts({ serverIds, plan }, this.#tools)
    tasks.requireIdle()
    const sweep = runRepository.saveSweep({
      id: randomUUID(),
      plan: presentablePlan(plan),
      servers: servers.map(({ id, name }) => ({ id, name })),
      answers: [],
      status: 'running',
      points: sweepPoints(plan, servers.length),
      createdAtEpochMs: Date.now(),
    })
    this.#plans.set(sweep.id, plan)
    const counts = { points: sweep.points.length, servers: servers.length }
    this.#notes(sweep.id).log('started', counts)
    this.#begin(sweep)
    return sweep
  }

  async resume(id: string): Promise<Sweep> {
    const { runRepository, tasks, servers } = this.#tools
    const { status, plan, ...known } = runRepository.sweep(id)
    if (!resumable.has(status)) throw notResumable(plan.name, status)
    if (hidesValues(plan) && !this.#plans.has(id)) throw secretsAreGone(plan.name)
    tasks.requireIdle()
    const serverIds = known.servers.map((server) => servers.server(server.id).id)
    await requireHosts({ serverIds, plan: this.#plans.get(id) ?? plan }, this.#tools)
    tasks.requireIdle()
    const notes = this.#notes(id)
    notes.log('resumed', { from: status, left: waitingOf(known).length })
    const sweep = notes.change({ status: 'running' })
    this.#begin(sweep)
    return sweep
  }

  /** Does nothing unless the sweep is running. */
  pause(id: string): void {
    if (this.#going?.id === id) this.#going.control.pause()
  }

  skip({ id, index }: Readonly<{ id: string; index: number | null }>): void {
    if (this.#going?.id === id && this.#going.control.giveUp(index)) return
    const notes = this.#notes(id)
    const point = notes.sweep.points.find((each) => each.index === index)
    if (point?.status !== 'waiting') return
    notes.log('point-skipped', { reason: 'asked', ...loadValues(point) }, point)
    notes.savePoint({ ...point, status: 'skipped' })
  }

  /** Ends a paused sweep permanently and restores its servers. */
  async cancel(id: string): Promise<void> {
    this.#tools.tasks.cancel(id)
    const { status } = this.#tools.runRepository.sweep(id)
    if (!resumable.has(status)) return
    this.#tools.tasks.requireIdle()
    this.#end(id, 'cancelled')
    await this.#serversOf(this.#notes(id)).putAllBack()
  }

  /** Removes its runs as well. */
  async remove(id: string): Promise<void> {
    if (resumable.has(this.#tools.runRepository.sweep(id).status)) await this.cancel(id)
    this.#plans.delete(id)
    removeSweep(id, this.#tools)
  }

  #begin({ id, plan }: Sweep): void {
    const control = new SweepControl()
    this.#going = { id, control }
    this.#tools.tasks.begin(id, plan.name, async (signal) => {
      try {
        this.#end(id, await this.#conduct(id, control, signal))
      } catch {
        // Only storage can fail here, and each run reports the reason; windows that show the sweep are notified of its end.
        const sweep: Sweep = { ...this.#tools.runRepository.sweep(id), status: 'failed' }
        this.#tools.events.publish({ type: 'sweep', sweep })
      } finally {
        await this.#tools.servers.hosts.senders.close()
        this.#going = null
      }
    })
  }

  async #conduct(id: string, control: SweepControl, signal: AbortSignal): Promise<SweepEnd> {
    const notes = this.#notes(id)
    const conducting = { notes, control, servers: this.#serversOf(notes) }
    const end = await conductSweep(conducting, this.#tools, signal)
    return end === 'cancelled' && this.#tools.tasks.isClosing ? 'interrupted' : end
  }

  #end(id: string, end: SweepEnd): void {
    const notes = this.#notes(id)
    if (end === 'cancelled') notes.changePoints(whenCancelled)
    if (end === 'interrupted') notes.changePoints(whenInterrupted)
    const { points } = notes.sweep
    if (end === 'paused') notes.log('paused', { left: waitingOf({ points }).length })
    else if (end !== 'interrupted') notes.log('ended', { status: end, ...countsOf(points) })
    notes.end(end)
  }

  #serversOf(notes: SweepNotes): SweepServers {
    return new SweepServers(this.#tools.servers, notes)
  }

  #notes(id: string): SweepNotes {
    return new SweepNotes(id, this.#tools, this.#plans.get(id) ?? null)
  }
}

function whenCancelled({ status }: SweepPoint): Partial<SweepPoint> {
  return status === 'waiting' ? { status: 'cancelled' } : {}
}

/** The interrupted point is measured again; its measurements stay as a run. */
function whenInterrupted({ status }: SweepPoint): Partial<SweepPoint> {
  const wasCut = status === 'running' || status === 'cancelled'
  return wasCut ? { status: 'waiting', runId: null } : {}
}

function waitingOf({ points }: Pick<Sweep, 'points'>): SweepPoint[] {
  return points.filter(({ status }) => status === 'waiting')
}

function countsOf(points: readonly SweepPoint[]): Record<string, number> {
  const count = (wanted: SweepPoint['status']) =>
    points.filter(({ status }) => status === wanted).length
  return { completed: count('completed'), failed: count('failed'), skipped: count('skipped') }
}

function secretsAreGone(name: string): AppError {
  return appError('invalid-input', 'runs.secretsLost', { name }, { field: 'config' })
}

function notResumable(name: string, status: SweepStatus): AppError {
  return new AppError('invalid-input', message('runs.notResumable', { name, state: status }), {
    remedy: message('runs.secretsLost.remedy'),
  })
}
