// Waits for a run or a sweep, reports how far it is, and cancels it when the signal aborts.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep/sweep.ts'
import type { Client } from '#node/application/client-of.ts'

type Waiting = Readonly<{
  client: Client
  signal: AbortSignal
  /** `total` is null where it is not known. */
  progress: (done: number, total: number | null, text: string) => Promise<void>
}>

const pauseMs = 500
const goingRun = new Set<Run['status']>(['preparing', 'running'])

export async function untilRunIsOver(
  id: string,
  { client, signal, progress }: Waiting,
): Promise<Run> {
  for (;;) {
    const run = await client.runs.get({ id })
    if (!goingRun.has(run.status)) return run
    if (signal.aborted) await client.benchmarks.cancel({ id })
    const last = (await client.runs.live({ id })).at(-1)
    const total = run.config.numPrompts
    await progress(last?.completed ?? 0, total, run.name)
    await sleep(pauseMs)
  }
}

export async function untilSweepIsOver(
  id: string,
  { client, signal, progress }: Waiting,
): Promise<Sweep> {
  for (;;) {
    const sweep = await client.sweeps.get({ id })
    if (sweep.status !== 'running') return sweep
    if (signal.aborted) await client.sweeps.cancel({ id })
    const done = sweep.points.filter(({ status }) => status !== 'waiting' && status !== 'running')
    const total = sweep.plan.search === null ? sweep.points.length : sweep.plan.search.mostRuns
    await progress(done.length, total, sweep.plan.name)
    await sleep(pauseMs)
  }
}
