// An application in its own process, for tests that kill it: launches a server on this computer,
// benchmarks it on request, prints what can be found again, and waits.
import { setTimeout as delay } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { localHostId } from '#core/model/host.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { createApplication } from '#node/application/create-application.ts'

const [folder = '', task = 'launch'] = process.argv.slice(2)
const application = createApplication(optionsIn(folder))
const client = createRouterClient(application.router)
const profile = {
  name: 'tiny',
  config: { model: 'org/tiny' },
  environment: { STAND_IN_STARTUP_S: task === 'launch' ? '4' : '0' },
}
const { id: serverId } = await client.servers.launch({ name: null, hostId: localHostId, profile })

if (task === 'launch') {
  const launchId = await until(async () => (await server())?.launch?.launch.id)
  tell({ serverId, launchId })
} else {
  const launchId = await until(async () => {
    const known = await server()
    return known?.state.state === 'ready' ? known.launch?.launch.id : undefined
  })
  const config = { ...defaultBenchmarkConfig, promptTokenIds: true, numPrompts: 5000 }
  const load = { randomInputLen: 16, randomOutputLen: 8, requestRate: 40 }
  const order = { serverId, name: null, config: { ...config, ...load } }
  const { id: runId } = await client.benchmarks.start(order)
  await until(async () => (await client.runs.requests({ id: runId })).total > 0 || undefined)
  tell({ serverId, launchId, runId })
}

async function server() {
  return (await client.servers.list()).find(({ id }) => id === serverId)
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await delay(50)
  }
}

function tell(found: object): void {
  process.stdout.write(`${JSON.stringify(found)}\n`)
}
