// A tuning on a real simulator in which every run fails.
import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import {
  openApplication,
  smallBenchmark,
  temporaryFolder,
  Window,
} from '#node/application/application.test-support.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import { tuneReportOf } from '#features/tune/core/tune-report.ts'

test('a tuning says why its runs failed', async () => {
  const client = clientOf(openApplication({ folder: temporaryFolder() }))
  const window = new Window(client)
  const spec = { kind: 'simulator', preset: 'quick', startupS: 0 } as const
  const { id: serverId } = await client.servers.startSimulator({ name: 'L4', spec })
  await client.servers.stop({ id: serverId })
  const tuned = sweepPlanSchema.parse({
    ...{ name: 'Seats', maxConcurrencies: [8], secondsPerPoint: null },
    config: { ...smallBenchmark, telemetryMetric: ['vllm:no_such_metric'] },
    ...{
      requestRates: ['inf'],
      axes: [{ name: 'batch', settings: [{}, { server: { 'max-num-seqs': 8 } }] }],
    },
    ...{ limits: [{ name: 'ttft', percentile: null, bound: 300 }], search: { kind: 'capacity' } },
    tune: {
      ...{ objective: 'capacity', base: { 'max-num-seqs': 4 }, gpus: 1, answers: null },
      flags: [{ numbers: [4, 8], isScale: true, onlyIf: null }],
      budget: { gpuMinutes: null, runs: 30, minutes: null },
    },
  })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan: tuned })
  const sweep = await window.sweep(id, 'failed')
  const log = await client.sweeps.log({ id })
  const report = tuneReportOf({ sweep, summaries: new Map(), log })
  expect(report?.failed.length).toBeGreaterThan(0)
  for (const { why } of report?.failed ?? []) {
    expect(inEnglish(why)).toMatch(/has no metric vllm:no_such_metric/)
  }
})
