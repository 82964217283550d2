import { expect, test } from 'vitest'
import type { InstanceSummary } from '#core/model/run/telemetry.ts'
import { poolOf } from '#core/model/pool-kind.ts'
import { bindingPool } from './binding-pool.ts'

function instance(label: string, changes: Partial<InstanceSummary> = {}): InstanceSummary {
  return {
    ...{ label, pool: poolOf(label), coveredShare: 1, queuedShare: 0 },
    ...{ requestsRunning: { mean: 2, max: 4 }, requestsWaiting: { mean: 0, max: 0 } },
    ...{ kvCachePercent: { mean: 30, max: 50 }, preemptions: 0 },
    ...{ promptTokens: null, generationTokens: null },
    ...{ transferMB: null, transferMs: null, transferring: null, failedTransfers: null },
    ...changes,
  }
}

function waiting(mean: number, max = 2 * mean): Partial<InstanceSummary> {
  return { requestsWaiting: { mean, max } }
}

function judged(instances: readonly InstanceSummary[]) {
  return bindingPool({ summary: { telemetry: { instances: [...instances] } } })
}

test.each<[what: string, binds: string, instances: InstanceSummary[]]>([
  ['nothing waits', 'neither', [instance('prefill-0'), instance('decode-0')]],
  [
    'a short peak is no queue',
    'neither',
    [instance('prefill-0', waiting(0.4, 9)), instance('decode-0')],
  ],
  ['prompts wait', 'prefill', [instance('prefill-0', waiting(3)), instance('decode-0')]],
  [
    'prompts wait at one of two instances',
    'prefill',
    [
      instance('prefill-0'),
      instance('prefill-1', waiting(1.5)),
      instance('decode-0', waiting(0.5)),
    ],
  ],
  ['decode queues', 'decode', [instance('prefill-0'), instance('decode-0', waiting(2))]],
  [
    'decode queues twice as long',
    'decode',
    [instance('prefill-0', waiting(4)), instance('decode-0', waiting(8))],
  ],
  [
    'both queue alike',
    'both',
    [instance('prefill-0', waiting(5)), instance('decode-0', waiting(8))],
  ],
  [
    'most of what decode waits for is in transfer',
    'transfer',
    [
      instance('prefill-0'),
      instance('decode-0', { ...waiting(4), transferring: 2.5, transferMs: 300 }),
    ],
  ],
  [
    'few of them are in transfer',
    'decode',
    [instance('prefill-0'), instance('decode-0', { ...waiting(9), transferring: 1 })],
  ],
  [
    'prompts wait far longer than transfers',
    'prefill',
    [
      instance('prefill-0', waiting(9)),
      instance('decode-0', { ...waiting(2), transferring: 2, transferMs: 300 }),
    ],
  ],
  [
    'an instance was not sampled for a quarter of the run',
    'not-known',
    [instance('prefill-0', waiting(3)), instance('decode-0', { coveredShare: 0.75 })],
  ],
  ['a pool has no samples', 'not-known', [instance('prefill-0', waiting(3))]],
])('%s: %s', (_, binds, instances) => {
  expect(judged(instances)?.binds).toBe(binds)
})

test('slots are those that the launch set, of all instances of a pool', () => {
  const [prefill, decode] = [instance('prefill-0', waiting(3)), instance('decode-0')]
  const launch = {
    ...{ launchId: 'l', hostName: 'h', command: '', startup: {}, startedInMs: null, reach: null },
    ...{ gpus: [], driverVersion: null },
    instances: [
      { name: 'prefill-0', pool: 'prefill' as const, slots: null },
      { name: 'decode-0', pool: 'decode' as const, slots: 8 },
      { name: 'decode-1', pool: 'decode' as const, slots: 8 },
    ],
  }
  const found = bindingPool({
    summary: { telemetry: { instances: [prefill, decode, instance('decode-1')] } },
    launch,
  })
  expect(found).toMatchObject({
    binds: 'prefill',
    pools: {
      prefill: { queued: 1, instances: 1, slotShare: null, kvCachePercent: 30 },
      decode: { instances: 2, running: 4, slotShare: 0.25 },
    },
  })
  const unseen = bindingPool({ summary: { telemetry: { instances: [prefill, decode] } }, launch })
  expect(unseen).toEqual({ binds: 'not-known', missing: ['decode-1'] })
  expect(bindingPool({ summary: { telemetry: null }, launch: { ...launch, instances: [] } })).toBe(
    null,
  )
})

test('the time of a transfer counts each instance by its transfers', () => {
  const found = judged([
    instance('prefill-0'),
    instance('decode-0', { ...waiting(2), transferring: 3, transferMs: 100 }),
    instance('decode-1', { ...waiting(2), transferring: 1, transferMs: 300 }),
  ])
  // 30 and 3.33 transfers a second: 4 in progress over 33.3 a second.
  expect(found).toMatchObject({ binds: 'transfer', transferring: 4 })
  expect(found).toHaveProperty('transferMs', expect.closeTo(120, 9))
})
