// What is done with a database before it is kept: the same with every version, as far as that version can.
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import type { Client } from '#node/application/services/client-of.ts'

const small: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  promptTokenIds: true,
  randomInputLen: 16,
  randomOutputLen: 8,
  numPrompts: 12,
}

const theirs = {
  ...{ date: '20250515-101112', backend: 'vllm', model_id: 'org/llama', request_rate: 4 },
  ...{ duration: 2, completed: 2, total_input_tokens: 40, total_output_tokens: 4 },
  ...{ label: 'größer', errors: ['', ''], ttfts: [0.1, 0.2], itls: [[0.01], [0.02]] },
  ...{ input_lens: [20, 20], output_lens: [2, 2] },
}

export async function liveThrough(client: Client): Promise<void> {
  const { id: serverId } = await client.servers.startSimulator({
    name: 'simulated',
    spec: { kind: 'simulator', preset: 'quick', startupS: 0 },
  })
  await until(async () => (await client.servers.list())[0]?.state.state === 'ready')
  await runToItsEnd(client, serverId)
  await cancelled(client, serverId)
  await sweep(client, serverId)
  await imported(client)
}

async function runToItsEnd(client: Client, serverId: string): Promise<void> {
  const config: BenchmarkConfig = {
    ...{ ...small, requestRate: 40, header: { 'x-team': 'hush' } },
    ...{ goodput: { ttft: 200 }, extraBody: { top_k: 1 } },
  }
  const { id } = await client.benchmarks.start({ serverId, name: 'first', config })
  await until(async () => (await client.runs.get({ id })).status === 'completed')
  await client.runs.update({ id, name: 'the first', tags: ['tp4', 'größer'], notes: 'übertaktet' })
}

async function cancelled(client: Client, serverId: string): Promise<void> {
  const config = { ...small, numPrompts: 5000, requestRate: 40 }
  const { id } = await client.benchmarks.start({ serverId, name: 'cut short', config })
  await until(async () => ((await client.runs.live({ id })).at(-1)?.completed ?? 0) > 0)
  await client.benchmarks.cancel({ id })
  await until(async () => (await client.runs.get({ id })).status === 'cancelled')
}

async function sweep(client: Client, serverId: string): Promise<void> {
  const plan = sweepPlanSchema.parse({
    ...{ name: 'two rates', config: small, secondsPerPoint: null },
    ...{ requestRates: [50, 'inf'], maxConcurrencies: [4] },
  })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  await until(async () => (await client.sweeps.get({ id })).status === 'completed')
}

async function imported(client: Client): Promise<void> {
  const { id } = await client.imports.begin({ fileName: 'theirs.json' })
  const base64 = Buffer.from(JSON.stringify(theirs)).toString('base64')
  await client.imports.append({ id, base64 })
  await client.imports.finish({ id })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
