// The runs in progress and the live course of each.
import type { Text } from '#core/messages/message.ts'
import type { BenchmarkStep } from '#core/model/run/benchmark-step.ts'
import {
  withoutDetails,
  type LiveSnapshot,
  type LiveWorker,
  type OpenRequest,
  type Run,
} from '#core/model/run/run.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'
import { appendSnapshot } from './bounded-lists.ts'

export const useLive = defineStore('live', () => {
  const client = useClient()
  const events = useAppEvents()
  const runs = shallowReactive(new Map<string, Run>())
  const courses = shallowReactive(new Map<string, readonly LiveSnapshot[]>())
  const steps = shallowReactive(new Map<string, BenchmarkStep>())
  /** Progress of a run within its current step, if known. */
  const shares = shallowReactive(new Map<string, number>())
  /** Reasons why steps wait. */
  const waits = shallowReactive(new Map<string, Text>())

  /** Hosts that send a load together, as last reported. */
  const workers = shallowReactive(new Map<string, readonly LiveWorker[]>())

  /** The oldest requests in flight, as last reported. */
  const openRequests = shallowReactive(new Map<string, readonly OpenRequest[]>())

  const running = computed(() =>
    [...runs.values()].sort((a, b) => a.createdAtEpochMs - b.createdAtEpochMs),
  )

  function putRun(run: Run): void {
    if (isRunning(run)) runs.set(run.id, run)
    else forget(run.id)
  }

  function forget(id: string): void {
    runs.delete(id)
    courses.delete(id)
    steps.delete(id)
    shares.delete(id)
    waits.delete(id)
    workers.delete(id)
    openRequests.delete(id)
  }

  events.on('run', ({ run }) => putRun(run))
  events.on('run-removed', ({ id }) => forget(id))
  events.on('step', ({ runId, step, share, waitsFor }) => {
    steps.set(runId, step)
    if (share === undefined) shares.delete(runId)
    else shares.set(runId, share)
    if (waitsFor === undefined) waits.delete(runId)
    else waits.set(runId, waitsFor)
  })
  events.on('live', ({ snapshot }) => {
    const course = courses.get(snapshot.runId) ?? []
    courses.set(snapshot.runId, appendSnapshot(course, withoutDetails(snapshot)))
    openRequests.set(snapshot.runId, snapshot.openRequests ?? [])
    if (snapshot.workers !== undefined) workers.set(snapshot.runId, snapshot.workers)
  })
  events.onFollowing(async () => {
    const all = await client.runs.list({ going: true })
    runs.clear()
    all.forEach(putRun)
    steps.clear()
    await Promise.all([...runs.keys()].flatMap((id) => [readCourse(id), readStep(id)]))
  })

  /** Fetches the whole course from its start, so that a reload loses nothing. */
  async function readCourse(id: string): Promise<void> {
    courses.set(id, await client.runs.live({ id }))
  }

  /** An event for a newer step may have arrived before the response. */
  async function readStep(id: string): Promise<void> {
    const step = await client.runs.step({ id })
    if (step !== null && !steps.has(id)) steps.set(id, step)
  }

  function latest(id: string): LiveSnapshot | null {
    return courses.get(id)?.at(-1) ?? null
  }

  async function cancel(id: string): Promise<void> {
    await client.benchmarks.cancel({ id })
  }

  return { running, courses, steps, shares, waits, workers, openRequests, latest, cancel }
})

export function isRunning(run: Run): boolean {
  return run.status === 'preparing' || run.status === 'running'
}
