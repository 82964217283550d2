// A long day in short: one application, its windows open, measures one small run after the other; nothing may grow.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { clientOf, type Client } from '#node/application/client-of.ts'
import { createApplication } from '#node/application/create-application.ts'
import { collectGarbage } from '#node/load/collect-garbage.ts'
import type { SoakPart } from './soak-part.ts'

/** KNEEPOINT_SOAK_MINUTES says otherwise. */
const usualMinutes = 30
/** What is kept on purpose is kept by then: compiled code, connections, and memory the system is not given back. */
const settledShare = 0.5
const mostHeapGrowthMiB = 8
const mostMemoryGrowthMiB = 64

const quietMs = 8000

type Holdings = Readonly<{ heapMiB: number; memoryMiB: number; files: number; handles: number }>

export const longPart: SoakPart = {
  name: 'long',
  async run() {
    const minutes = Number(process.env['KNEEPOINT_SOAK_MINUTES'] ?? usualMinutes)
    const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-long-'))
    const application = createApplication(optionsIn(folder))
    const watching = new AbortController()
    try {
      const client = clientOf(application)
      void openWindow(client, watching.signal)
      return await measureFor(client, minutes * 60_000)
    } finally {
      watching.abort()
      await application.close()
      rmSync(folder, { recursive: true })
    }
  },
}

async function measureFor(client: Client, ms: number): Promise<string> {
  const { id } = await client.servers.startSimulator({
    name: 'simulated',
    spec: { kind: 'simulator', preset: 'quick', startupS: 0 },
  })
  await until(async () => (await client.servers.list())[0]?.state.state === 'ready')
  const startedMs = performance.now()
  const passedMs = () => performance.now() - startedMs
  let runs = 0
  let settled: Holdings | null = null
  while (passedMs() < ms) {
    await measureOnce(client, id, runs++)
    if (settled === null && passedMs() >= settledShare * ms) settled = await holdings()
  }
  const end = await holdings()
  if (settled === null) throw new Error('it was over before it was half over')
  console.log(`  ${runs} runs`)
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

async function holdings(): Promise<Holdings> {
  // Connections that may be used again are closed after some seconds without use.
  await delay(quietMs)
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  return {
    heapMiB: heapUsed / 2 ** 20,
    memoryMiB: rss / 2 ** 20,
    files: readdirSync('/proc/self/fd').length,
    handles: process.getActiveResourcesInfo().length,
  }
}

function requireNoGrowth(before: Holdings, after: Holdings): void {
  const grown = (of: keyof Holdings) => after[of] - before[of]
  if (grown('heapMiB') > mostHeapGrowthMiB || grown('memoryMiB') > mostMemoryGrowthMiB) {
    throw new Error(`memory grew: ${textOf(before)}, then ${textOf(after)}`)
  }
  if (grown('files') > 0 || grown('handles') > 0) {
    throw new Error(`handles were left open: ${textOf(before)}, then ${textOf(after)}`)
  }
}

function textOf({ heapMiB, memoryMiB, files, handles }: Holdings): string {
  return `${heapMiB.toFixed(1)} MiB of heap, ${Math.round(memoryMiB)} MiB, ${files} files, ${handles} handles`
}
