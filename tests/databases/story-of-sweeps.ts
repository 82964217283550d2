// What later versions store besides: searches, axes, limits, prices, probes, conversations, failures, a paused sweep.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  numPrompts: 6,
}
const limits = [
  { name: 'ttft', percentile: 95, bound: 300 },
  { name: 'failedShare', percentile: null, bound: 0.1 },
]

export async function sweepAndSearch(client: Client): Promise<void> {
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0 } as const
  const { id } = await client.servers.startSimulator({ name: 'for sweeps', spec })
  await until(async () =>
    (await client.servers.list()).some(
      (server) => server.id === id && server.state.state === 'ready',
    ),
  )
  await runs(client, id)
  await failing(client)
  const loads = { requestRates: [20], maxConcurrencies: [null] }
  await sweepOf(client, id, { ...loads, name: 'a capacity', limits, search: search('capacity') })
  await sweepOf(client, id, { ...loads, name: 'a curve', search: search('curve') })
  const axes = [
    { name: 'output', settings: [8, 24].map((n) => ({ benchmark: { randomOutputLen: n } })) },
  ]
  await sweepOf(client, id, {
    ...{ name: 'two lengths', requestRates: [20, 40], maxConcurrencies: [null], axes, limits },
    ...{ repeats: 2, warmUpS: 0.5, price: { perHour: 4, currency: 'USD' } },
  })
  await paused(client, id)
}

const search = (kind: string) => ({ kind, from: 8, upTo: 32, mostRuns: 3 })

async function runs(client: Client, serverId: string): Promise<void> {
  const watched: BenchmarkConfig = {
    ...{ ...small, numPrompts: 20, requestRate: 20, steadyState: true, goodput: { ttft: 200 } },
    ...{ probeRequestRate: 2, warmUpSeconds: 1, metricPercentiles: [50, 95, 99.9] },
  }
  const turns: BenchmarkConfig = {
    ...{ ...small, numPrompts: 4, promptTokenIds: false, datasetName: 'random-multi-turn' },
    ...{ multiTurnNumTurns: 3, maxConcurrency: 2, backend: 'openai-chat' },
    endpoint: '/v1/chat/completions',
  }
  for (const [name, config] of Object.entries({ watched, turns })) {
    const { id } = await client.benchmarks.start({ serverId, name, config })
    await until(
      async () => !['preparing', 'running'].includes((await client.runs.get({ id })).status),
    )
  }
}

/** A server that lists a model and refuses every request. */
async function failing(client: Client): Promise<void> {
  const server = createServer((request, response) => {
    const isList = request.url === '/v1/models'
    response.writeHead(isList ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isList ? { data: [{ id: 'refusing' }] } : { error: 'overloaded' }))
  }).listen(0, '127.0.0.1')
  await until(() => Promise.resolve(server.listening))
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const spec = { kind: 'attached', baseUrl } as const
  const { id: serverId } = await client.servers.attach({ name: 'refusing', spec, apiKey: null })
  const config = { ...small, vocabSize: 1000 }
  const { id } = await client.benchmarks.start({ serverId, name: 'refused', config })
  await until(
    async () => !['preparing', 'running'].includes((await client.runs.get({ id })).status),
  )
  server.close()
  server.closeAllConnections()
}

async function sweepOf(client: Client, serverId: string, fields: object): Promise<void> {
  const plan = sweepPlanSchema.parse({ config: small, secondsPerPoint: 0.4, ...fields })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  await until(async () => (await client.sweeps.get({ id })).status !== 'running')
}

async function paused(client: Client, serverId: string): Promise<void> {
  const plan = sweepPlanSchema.parse({
    ...{ name: 'paused', config: small, requestRates: [20, 30, 40], maxConcurrencies: [null] },
    secondsPerPoint: 0.4,
  })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  await client.sweeps.pause({ id })
  await until(async () => (await client.sweeps.get({ id })).status === 'paused')
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
