// A Kubernetes Job whose pods are load generators: created, watched, kept alive, and deleted.
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { LoadPodSettings } from '#features/kubernetes-load/core/load-pods.ts'
import {
  jobLabel,
  keepAliveEveryMs,
  keepAliveScript,
  loadJobManifest,
} from '#features/kubernetes-load/core/load-job-manifest.ts'
import {
  isRunning,
  podIndex,
  podProblem,
  podSchema,
  pullFailure,
  waitingReason,
  type Pod,
} from '#features/kubernetes-load/core/pod-state.ts'
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { randomHex } from '#node/files/make-folder.ts'
import type { GeneratorPlaces, Host, RunningProgram } from '#node/remote/host.ts'
import type { ClusterClient } from './cluster-client.ts'
import { podHost } from './pod-host.ts'
import { createMaps, offeredMaps } from './generator-maps.ts'
import { deletedPod, podError, programError, ofTarget } from './pod-errors.ts'

type OnWaiting = (reason: Text) => void

const lookEveryMs = 1000
/** During a load, larger numbers of pods are listed less often, because a pod takes some 6 kB of the list. */
const podsListedPerLook = 50
/** The state of a pod may be updated after its connection ends. */
const longestReasonMs = 4000
/** Pods of a lost node remain in the list for minutes. */
const longestEndMs = 15_000

const createdSchema = z.object({ metadata: z.object({ uid: z.string() }) })
const listSchema = z.object({ items: z.array(podSchema) })
const eventsSchema = z.object({
  items: z.array(z.object({ reason: z.string().default(''), message: z.string().default('') })),
})

type Member = Readonly<{
  pod: Pod
  host: Host
  lease: Promise<RunningProgram>
  /** Programs that run in it. */
  programs: Set<RunningProgram>
}>

export class LoadPods {
  readonly #client: ClusterClient
  readonly #settings: LoadPodSettings
  readonly #job = `kneepoint-load-${randomHex(4)}`
  readonly #members = new Map<string, Member>()
  readonly #ending = new AbortController()
  #isBroken = false
  #isWatched = false
  #generator: GeneratorPlaces | null = null
  /** Reported once. */
  #copiesBecause: Text | null = null

  constructor(client: ClusterClient, settings: LoadPodSettings) {
    this.#client = client
    this.#settings = settings
  }

  /** A pod has ended and can send no further load. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  async create(): Promise<void> {
    const { namespace } = this.#client
    const job = this.#job
    const maps = await offeredMaps(this.#client, { job, way: this.#settings.loadGenerator })
    this.#copiesBecause = maps.copiesBecause
    this.#generator = maps.places
    const place = { name: job, namespace, pieces: maps.pieces.length }
    const manifest = loadJobManifest(this.#settings, place)
    const path = this.#client.path('apis/batch/v1', 'jobs')
    const { code, body, why } = await this.#client.request('POST', path, manifest)
    if (code >= 300) {
      throw appError('host-failed', 'loadPods.refused', { why: why || String(code) }, ofTarget)
    }
    const { uid } = createdSchema.parse(body).metadata
    await createMaps(this.#client, { job, pieces: maps.pieces, ownerUid: uid })
  }

  /** Every pod as a host, in index order, once all are running. */
  async hosts(onWaiting: OnWaiting, signal: AbortSignal): Promise<readonly Host[]> {
    const { loadPods, loadQueueTimeoutSec } = this.#settings
    const queuedMs = performance.now()
    let reported: Text | null = null
    if (this.#copiesBecause !== null) onWaiting(this.#copiesBecause)
    this.#copiesBecause = null
    while (this.#members.size < loadPods) {
      const pods = await this.#pods()
      for (const pod of pods) this.#take(pod)
      if (this.#members.size === loadPods) break
      const reason = await this.#waitsFor(pods)
      if (performance.now() - queuedMs > loadQueueTimeoutSec * 1000) throw this.#tooLate(reason)
      if (JSON.stringify(reason) !== JSON.stringify(reported)) onWaiting(reason)
      reported = reason
      await delay(lookEveryMs, undefined, { signal }).catch(() => {
        throw new AppError('cancelled', message('runs.cancelledBeforeFirst'))
      })
    }
    if (!this.#isWatched) void this.#watch()
    const members = [...this.#members.values()].toSorted(
      (one, other) => podIndex(one.pod) - podIndex(other.pod),
    )
    return members.map(({ host }) => host)
  }

  /** Deletes the job, and resolves after its pods have ended. */
  async end(): Promise<void> {
    this.#ending.abort()
    for (const { lease } of this.#members.values()) {
      void lease.then(({ kill }) => kill()).catch(() => undefined)
    }
    const path = `${this.#client.path('apis/batch/v1', `jobs/${this.#job}`)}?propagationPolicy=Background`
    await this.#client.request('DELETE', path)
    const deadlineMs = performance.now() + longestEndMs
    while ((await this.#pods()).length > 0 && performance.now() < deadlineMs) {
      await delay(lookEveryMs / 4)
    }
  }

  /** Throws if it cannot run. */
  #take(pod: Pod): void {
    const problem = podProblem(pod)
    if (problem !== null) throw podError(pod, problem, this.#settings)
    const { name } = pod.metadata
    if (!isRunning(pod) || this.#members.has(name)) return
    const whyEnded = (code: number | null) => this.#whyEnded(pod, code)
    const generator = this.#generator ?? undefined
    const programs = new Set<RunningProgram>()
    const host = podHost({
      client: this.#client,
      pod: name,
      programs,
      whyEnded,
      ...(generator && { generator }),
    })
    this.#members.set(name, { pod, host, programs, lease: this.#keepAlive(host) })
  }

  /**
   * Programs in a pod that is being deleted may outlive its network, and then report their requests as refused connections.
   * Therefore they are disconnected as soon as Kubernetes reports the deletion.
   */
  async #watch(): Promise<void> {
    this.#isWatched = true
    const { signal } = this.#ending
    const everyMs = lookEveryMs * Math.max(1, this.#settings.loadPods / podsListedPerLook)
    while (!signal.aborted) {
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
      const pods = await this.#pods().catch(() => null)
      if (pods === null || signal.aborted) continue
      const staying = new Set(
        pods
          .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
          .map(({ metadata }) => metadata.name),
      )
      for (const [name, { programs }] of this.#members) {
        if (!staying.has(name)) for (const { kill } of programs) kill()
      }
    }
  }

  async #keepAlive(host: Host): Promise<RunningProgram> {
    const argv = ['sh', '-c', keepAliveScript]
    const program = await host.start({ argv }, this.#ending.signal).catch((error: unknown) => {
      this.#isBroken = true
      throw error
    })
    program.stdin.write('\n')
    const timer = setInterval(() => program.stdin.write('\n'), keepAliveEveryMs)
    void program.ended
      .catch(() => undefined)
      .then(() => {
        clearInterval(timer)
        this.#isBroken = true
      })
    return program
  }

  async #pods(): Promise<readonly Pod[]> {
    const query = new URLSearchParams({ labelSelector: `${jobLabel}=${this.#job}` })
    const path = this.#client.path('api/v1', `pods?${query.toString()}`)
    const { code, body, why } = await this.#client.request('GET', path)
    if (code < 300) return listSchema.parse(body).items
    throw appError('host-failed', 'loadPods.refused', { why }, ofTarget)
  }

  /** Throws if waiting cannot help. */
  async #waitsFor(pods: readonly Pod[]): Promise<Text> {
    const { loadPods: count } = this.#settings
    const waiting = pods.find((pod) => !isRunning(pod))
    if (waiting === undefined) {
      const why = await this.#notCreated()
      if (why === null) return message('loadPods.notCreated', { job: this.#job })
      throw appError('host-failed', 'loadPods.noPods', { job: this.#job, why }, ofTarget)
    }
    const running = this.#members.size
    const reason = pullFailure(waiting) || waitingReason(waiting)
    return message('loadPods.waiting', { running, count, pod: waiting.metadata.name, reason })
  }

  /** A quota, or a rule of the namespace. Some users may not read events. */
  async #notCreated(): Promise<string | null> {
    const query = new URLSearchParams({
      fieldSelector: `involvedObject.name=${this.#job},reason=FailedCreate`,
    })
    const path = this.#client.path('api/v1', `events?${query.toString()}`)
    const { code, body } = await this.#client.request('GET', path)
    return code < 300 ? (eventsSchema.parse(body).items[0]?.message ?? null) : null
  }

  #tooLate(reason: Text): AppError {
    const { loadPods: count, loadQueueTimeoutSec: seconds } = this.#settings
    const running = this.#members.size
    return appError(
      'host-failed',
      'loadPods.waitedTooLong',
      { seconds, running, count, reason },
      ofTarget,
    )
  }

  async #whyEnded(pod: Pod, code: number | null): Promise<AppError | null> {
    this.#isBroken = true
    const deadlineMs = performance.now() + longestReasonMs
    for (;;) {
      const pods = await this.#pods().catch(() => null)
      if (pods === null) return null
      const now = pods.find(({ metadata: { name } }) => name === pod.metadata.name)
      if (now === undefined) return deletedPod(pod)
      const problem = podProblem(now)
      if (problem !== null) return podError(now, problem, this.#settings)
      if (now.metadata.deletionTimestamp !== undefined) return deletedPod(pod)
      if (performance.now() > deadlineMs) return programError(now, code, this.#settings)
      await delay(lookEveryMs / 4)
    }
  }
}
