// Waits for a run or a sweep, reports its progress, and cancels it if the signal aborts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { Client } from './client-of.ts'

type WaitContext = Readonly<{
  client: Client
  signal: AbortSignal
  /** `total` is null if unknown. */
  progress: (done: number, total: number | null, text: string) => Promise<void>
}>

const pauseMs = 500
const goingRun = new Set<Run['status']>(['preparing', 'running'])

export function untilRunIsOver(id: string, waiting: WaitContext): Promise<Run> {
  const { client, progress } = waiting
  return untilOver(waiting, {
    look: () => client.runs.get({ id }),
    isOver: ({ status }) => !goingRun.has(status),
    cancel: () => client.benchmarks.cancel({ id }),
    async report({ config, name }) {
      const last = (await client.runs.live({ id })).at(-1)
      await progress(last?.completed ?? 0, config.numPrompts, name)
    },
  })
}

export function untilSweepIsOver(id: string, waiting: WaitContext): Promise<Sweep> {
  const { client, progress } = waiting
  return untilOver(waiting, {
    look: () => client.sweeps.get({ id }),
    isOver: ({ status }) => status !== 'running',
    cancel: () => client.sweeps.cancel({ id }),
    async report({ points, plan }) {
      const done = points.filter(({ status }) => status !== 'waiting' && status !== 'running')
      await progress(done.length, plan.search?.mostRuns ?? points.length, plan.name)
    },
  })
}

type PollTarget<Value> = Readonly<{
  look: () => Promise<Value>
  isOver: (value: Value) => boolean
  cancel: () => Promise<unknown>
  report: (value: Value) => Promise<void>
}>

async function untilOver<Value>(
  { signal }: WaitContext,
  { look, isOver, cancel, report }: PollTarget<Value>,
): Promise<Value> {
  for (;;) {
    const value = await look()
    if (isOver(value)) return value
    if (signal.aborted) await cancel()
    await report(value)
    await sleep(pauseMs)
  }
}
