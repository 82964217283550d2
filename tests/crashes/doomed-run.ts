// An application in a process of its own that measures a server until it is ended without a word.
import { createRouterClient } from '@orpc/server'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { createApplication } from '#node/application/create-application.ts'

const [folder = '', baseUrl = ''] = process.argv.slice(2)
const application = createApplication(optionsIn(folder))
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
