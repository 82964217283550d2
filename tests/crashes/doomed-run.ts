// An application in a process of its own that measures a server until it is ended without a word.
import path from 'node:path'
import { createRouterClient } from '@orpc/server'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'
import { createApplication } from '#node/application/create-application.ts'
import { forkChild } from '#node/load/process/fork-port.ts'

const [folder = '', baseUrl = ''] = process.argv.slice(2)
const utility = (name: string) => new URL(`../../src/utility/${name}.ts`, import.meta.url)
const application = createApplication({
  databasePath: path.join(folder, 'kneepoint.db'),
  version: '0.0.0-test',
  transport: 'web',
  spawnLoadGenerator: () => forkChild(utility('load-generator')),
  spawnSimulator: () => forkChild(utility('simulator')),
  spawnJob: () => forkChild(utility('job')),
  truthfulServers: {
    nativeSources: '',
    spawnTruthfulServer: () => forkChild(utility('truthful-server')),
  },
})
const client = createRouterClient(application.router)
const server = await client.servers.attach({
  name: null,
  spec: { kind: 'attached', baseUrl },
  apiKey: null,
})
const config = {
  ...defaultBenchmarkConfig,
  ...{ promptTokenIds: true, vocabSize: 1000, randomInputLen: 4, randomOutputLen: 3 },
  ...{ numPrompts: 100_000, requestRate: 200 },
}
await client.benchmarks.start({ serverId: server.id, name: 'doomed', config })
