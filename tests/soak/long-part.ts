// A long day in short: one application that holds ten thousand runs, a window open, measures one small run after the
// other; nothing may grow.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import { createApplication } from '#node/application/create-application.ts'
import { collectGarbage } from '#node/load/runtime/quiet-process.ts'
import { heldMemory } from './held-memory.ts'
import { fillWithRuns } from './many-runs.ts'
import { soakMinutes, type SoakPart } from './soak-part.ts'

const looks = 12
/** What is kept on purpose is kept by then: compiled code, what SQLite has read, what threads took from the system. */
const settledAt = 6
/** The minimum of this number of samples is compared with the minimum of the last. */
const compared = 3
const most = { heapMiB: 4, nativeMiB: 4 } as const
/** V8 keeps pages of what it has collected, and its threads what their largest piece of work took; not without end. */
const mostResidentMiB = 512

/** A window hears of an end before the last socket is closed; what is collected is given back some time after. */
const quietMs = 1000

type Holdings = Readonly<{
  /** Of JavaScript, in use. The buffers it holds are malloc's, and counted there. */
  heapMiB: number
  /** What malloc holds where our code runs: buffers, and what SQLite and the runtime took. */
  nativeMiB: number
  /** All of it together, with code and whatever V8 has not given back. */
  residentMiB: number
  files: number
  /** What keeps the process going, by kind. */
  handles: string
}>

export const longPart: SoakPart = {
  name: 'long',
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-long-'))
    const options = optionsIn(folder)
    fillWithRuns(options.databasePath)
    const application = createApplication(options)
    const watching = new AbortController()
    try {
      const client = clientOf(application)
      void openWindow(client, watching.signal)
      const heldBytes = await heldMemory(folder)
      return await measureFor(client, soakMinutes() * 60_000, () => holdings(heldBytes))
    } finally {
      watching.abort()
      await application.close()
      rmSync(folder, { recursive: true })
    }
  },
}

async function measureFor(
  client: Client,
  ms: number,
  look: () => Promise<Holdings>,
): Promise<string> {
  const { id } = await client.servers.startSimulator({
    name: 'simulated',
    spec: { kind: 'simulator', preset: 'quick', startupS: 0 },
  })
  const isReady = async () => {
    const servers = await client.servers.list()
    return servers.find((server) => server.id === id)?.state.state === 'ready'
  }
  await until(isReady)
  // SQLite keeps 16 MiB of what it has read: else the runs of the day would fill them slowly, which looks like a leak.
  await client.runs.summaryRows({})
  const seen: Holdings[] = []
  const startedMs = performance.now()
  let runs = 0
  while (seen.length < looks) {
    await measureOnce(client, id, runs++)
    if (performance.now() - startedMs < (ms * (seen.length + 1)) / looks) continue
    const now = await look()
    console.log(`  ${runs} runs: ${textOf(now)}`)
    seen.push(now)
  }
  const settled = leastOf(seen.slice(settledAt - compared, settledAt))
  const end = leastOf(seen.slice(-compared))
  requireNoGrowth(settled, end)
  return `${runs} runs in ${Math.round(ms / 60_000)} min; ${textOf(settled)} half-way, ${textOf(end)} at the end`
}

/** Every kind of end a run has, in turn. */
const kinds: readonly Partial<BenchmarkConfig>[] = [
  { numPrompts: 20 },
  { numPrompts: 20, requestRate: 100, maxConcurrency: 4 },
  { numPrompts: 20, requestTimeoutSec: 0.02 },
  { numPrompts: 5000, requestRate: 50, runTimeoutSec: 0.5 },
  { numPrompts: 12, backend: 'openai-chat', endpoint: '/v1/chat/completions' },
]

async function measureOnce(client: Client, serverId: string, number: number): Promise<void> {
  const config: BenchmarkConfig = {
    ...{ ...defaultBenchmarkConfig, randomInputLen: 16, randomOutputLen: 8 },
    ...{ promptTokenIds: number % kinds.length !== 4, ...kinds[number % kinds.length] },
  }
  const { id } = await client.benchmarks.start({ serverId, name: `run ${number}`, config })
  const isOver = async () => {
    const { status } = await client.runs.get({ id })
    return status !== 'preparing' && status !== 'running'
  }
  await until(isOver)
  await client.runs.requests({ id })
  await client.runs.list({ limit: 100 })
}

/** Hears all news, as a page does, and keeps none. */
async function openWindow(client: Client, signal: AbortSignal): Promise<void> {
  const news = await client.app.events(undefined, { signal })
  for await (const event of news) if (signal.aborted) return void event
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(20)
}

async function holdings(heldBytes: () => number): Promise<Holdings> {
  collectGarbage()
  await delay(quietMs)
  const nativeMiB = heldBytes() / 2 ** 20
  const { heapUsed, rss } = process.memoryUsage()
  return {
    heapMiB: heapUsed / 2 ** 20,
    nativeMiB,
    residentMiB: rss / 2 ** 20,
    files: readdirSync('/proc/self/fd').length,
    handles: process.getActiveResourcesInfo().toSorted().join(' '),
  }
}

/** Memory goes up and down by chance; files and handles are those of the last look. */
function leastOf(seen: readonly Holdings[]): Holdings {
  const last = seen.at(-1)
  if (last === undefined) throw new Error('nothing was looked at')
  const least = (of: keyof typeof most) => Math.min(...seen.map((each) => each[of]))
  return { ...last, heapMiB: least('heapMiB'), nativeMiB: least('nativeMiB') }
}

function requireNoGrowth(before: Holdings, after: Holdings): void {
  const hasGrown = (of: keyof typeof most) => !(after[of] - before[of] <= most[of])
  const reported = `${textOf(before)}, then ${textOf(after)}`
  if (hasGrown('heapMiB') || hasGrown('nativeMiB')) throw new Error(`memory grew: ${reported}`)
  if (after.residentMiB > mostResidentMiB) throw new Error(`it took too much: ${reported}`)
  if (after.files > before.files || after.handles !== before.handles) {
    throw new Error(`something was left open: ${reported}`)
  }
}

function textOf({ heapMiB, nativeMiB, residentMiB, files, handles }: Holdings): string {
  const memory = [heapMiB, nativeMiB, residentMiB].map((mib) => mib.toFixed(1))
  const [heap, native, resident] = memory
  return `${heap} MiB of heap, ${native} MiB of malloc, ${resident} MiB resident, ${files} files, ${handles}`
}
