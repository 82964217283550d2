// An application in its own process, which a test may kill: starts or resumes the sweep in the given folder, prints every entry
// of its log, and exits with it.
import { clientOf } from '../services/client-of.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { optionsIn } from '../application-options.test-support.ts'
import { createApplication } from '../create-application.ts'

const plan = sweepPlanSchema.parse({
  name: 'killed',
  config: {
    ...defaultBenchmarkConfig,
    promptTokenIds: true,
    randomInputLen: 16,
    randomOutputLen: 8,
    numPrompts: 16,
  },
  requestRates: [60, 120],
  maxConcurrencies: [8],
  secondsPerPoint: null,
  repeats: 2,
  axes: [
    {
      name: 'batch',
      settings: [{ server: { 'max-num-seqs': 4 } }, { server: { 'max-num-seqs': 8 } }],
    },
  ],
})

const application = createApplication(optionsIn(process.argv[2] ?? ''))
const client = clientOf(application)
const news = await client.app.events()
const [unfinished] = await client.sweeps.list()
if (unfinished === undefined) {
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0 } as const
  const { id } = await client.servers.startSimulator({ name: null, spec })
  await client.servers.stop({ id })
  await client.sweeps.start({ serverIds: [id], plan })
} else {
  await client.sweeps.resume({ id: unfinished.id })
}

for await (const event of news) {
  if (event.type === 'sweep-log') {
    for (const { kind } of event.entries) process.stdout.write(`${kind}\n`)
  }
  if (event.type === 'sweep' && event.sweep.status === 'completed') break
}
await application.close()
