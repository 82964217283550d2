// What several workers cost together, and how true they are: generators in processes of their own on this computer, as hosts
// have them, against the truthful server. The coordinator is this process.
//   node bench/several-workers.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadOutcome } from '#contract/load-protocol.ts'
import { placementErrorS } from '#core/model/run/run-summary.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { localHost } from '#node/remote/local-host.ts'
import { mean } from './rig/figures.ts'
import { buildNativeRig } from './rig/native.ts'
import { nodeRig } from './rig/node-rig.ts'
import { trueFigures } from './rig/truth-figures.ts'
import { workerPlan } from './rig/worker-plan.ts'

type Case = Readonly<{ workers: number; requests: number; ratePerS: number }>

const tokens = 64
const timing = { ttftMs: 100, itlMs: 20 }
const cases: readonly Case[] = [
  ...[1, 2, 4].map((workers) => ({ workers, requests: 1000, ratePerS: 100 })),
  { workers: 8, requests: 80, ratePerS: 8 },
]

const rig = (await buildNativeRig()) ?? nodeRig
const home = mkdtempSync(join(tmpdir(), 'kneepoint-workers-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))

console.log(
  '| workers | requests/s | worker CPU per 1M tokens | coordinator CPU per record | per worker and second | mean TTFT error | placed within |',
)
console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
for (const each of cases) console.log(await rowOf(each))

async function rowOf(each: Case): Promise<string> {
  const server = await rig.startServer({ ...timing, logs: true })
  const { records, outcome, cpuS } = await run(each, server.port)
  const { ttft } = trueFigures(await server.stop())
  const failed = records.find(({ error }) => error !== null)
  if (failed !== undefined) throw new Error(failed.error?.message)
  const seconds = outcome.durationUs / 1e6
  const clients = outcome.workers?.flatMap(({ client }) => client ?? []) ?? [outcome.client]
  const workersCpuS = clients.reduce((sum, { cpuShare }) => sum + cpuShare * seconds, 0)
  const reportedMs = mean(
    records.map(({ firstTokenAtUs, sentAtUs }) => ((firstTokenAtUs ?? NaN) - sentAtUs) / 1000),
  )
  const cells = [
    each.workers,
    each.ratePerS,
    `${((1e6 * workersCpuS) / (each.requests * tokens)).toFixed(1)} s`,
    `${((1e6 * cpuS) / each.requests).toFixed(0)} µs`,
    `${((1000 * cpuS) / each.workers / seconds).toFixed(1)} ms`,
    `${(reportedMs - ttft.mean).toFixed(2)} ms`,
    `± ${(1000 * placementErrorS(outcome.workers)).toFixed(2)} ms`,
  ]
  return `| ${cells.join(' | ')} |`
}

type Ran = Readonly<{ records: readonly RequestRecord[]; outcome: LoadOutcome; cpuS: number }>

async function run(each: Case, port: number): Promise<Ran> {
  const records: RequestRecord[] = []
  const hosts = Array.from({ length: each.workers }, (_, i) => ({
    ...localHost({ HOME: home, PATH: process.env['PATH'] ?? '' }),
    name: `worker-${i}`,
  }))
  let before = process.cpuUsage()
  const hooks = {
    onPhase: (phase: string) => {
      if (phase === 'running') before = process.cpuUsage()
    },
    onProgress: () => undefined,
    onRecords: (batch: readonly RequestRecord[]) => void records.push(...batch),
  }
  const { signal } = new AbortController()
  const outcome = await createHostLoadRunner(hosts)(
    workerPlan({ ...each, tokens, connections: each.requests }, port),
    hooks,
    signal,
  )
  const { user, system } = process.cpuUsage(before)
  return { records, outcome, cpuS: (user + system) / 1e6 }
}
