import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema, type Sweep } from '#core/model/sweep.ts'
import { shareableSweep } from './shareable.ts'

test('nothing a reader keeps to themself leaves with a sweep', () => {
  const sweep: Sweep = {
    id: 'sweep',
    plan: sweepPlanSchema.parse({
      name: 'secrets',
      config: {
        ...defaultBenchmarkConfig,
        header: { Authorization: 'Bearer geheim' },
        baseUrl: 'https://me:geheim@gpu-03:8000/v1',
      },
      requestRates: [1],
      maxConcurrencies: [null],
      secondsPerPoint: null,
      axes: [
        {
          name: 'who',
          settings: [
            { benchmark: { header: { 'X-Key': 'geheim' } }, server: { 'api-key': 'geheim' } },
            { server: { 'max-num-seqs': 64 } },
          ],
        },
      ],
      excluded: [{ server: { 'hf-token': 'geheim' } }],
    }),
    servers: [{ id: 'server', name: 'gpu-03' }],
    status: 'completed',
    points: [],
    answers: [],
    createdAtEpochMs: 0,
  }
  const { plan } = shareableSweep(sweep)
  expect(JSON.stringify(plan)).not.toContain('geheim')
  expect(plan.config).toMatchObject({
    header: { Authorization: '***' },
    baseUrl: 'https://gpu-03:8000/v1',
  })
  expect(plan.axes[0]?.settings).toEqual([
    { benchmark: { header: { 'X-Key': '***' } }, server: { 'api-key': '***' } },
    { benchmark: {}, server: { 'max-num-seqs': 64 } },
  ])
})
