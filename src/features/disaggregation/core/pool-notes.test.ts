import { expect, test } from 'vitest'
import { inEnglish, textIn } from '#core/messages/message.ts'
import { type InstanceSummary, telemetrySummarySchema } from '#core/model/run/telemetry.ts'
import { poolOf } from '#core/model/pool-kind.ts'
import { poolNotes } from './pool-notes.ts'

type Given = Readonly<{ waiting: number; kvCache?: number | null; transferring?: number }>

function instance(label: string, given: Given): InstanceSummary {
  const { waiting, kvCache = 37.4, transferring = null } = given
  return {
    ...{ label, pool: poolOf(label), coveredShare: 1, queuedShare: 0.5 },
    ...{
      requestsRunning: { mean: 26.2, max: 64 },
      requestsWaiting: { mean: waiting, max: waiting },
    },
    ...{ kvCachePercent: kvCache === null ? null : { mean: kvCache, max: 90 }, preemptions: 0 },
    ...{ promptTokens: null, generationTokens: null, transferMB: null, failedTransfers: null },
    ...{ transferMs: transferring === null ? null : 250, transferring },
  }
}

function note(prefill: Given, decode: Given, slots: number | null = null) {
  const names = ['prefill-0', 'prefill-1', 'decode-0']
  const instances = names.map((name) => instance(name, name === 'decode-0' ? decode : prefill))
  const launch = {
    ...{ launchId: 'l', hostName: 'h', command: '', startup: {}, startedInMs: null, reach: null },
    ...{ gpus: [], driverVersion: null },
    instances: names.map((name) => ({ name, pool: poolOf(name), slots })),
  }
  const telemetry = telemetrySummarySchema.parse({ server: null, gpu: null, instances })
  const [text = ''] = poolNotes({ summary: { telemetry }, launch })
  return { en: inEnglish(text), zh: textIn('zh', text) }
}

test.each([
  [
    note({ waiting: 6.2 }, { waiting: 0.1 }, 64),
    'Prefill binds: prompts wait at 2 of 2 instances, 12.4 on average, while decode uses 40.9 % of its slots. Add prefill instances.',
    '瓶颈在 prefill：2 个实例中有 2 个出现排队，平均 12.4 个请求在等待，而 decode 占用 40.9 % 的槽位。请增加 prefill 实例。',
  ],
  [
    note({ waiting: 0 }, { waiting: 8 }),
    'Decode binds: requests wait at 1 of 1 instances, 8.0 on average, while prefill uses 37.4 % of its KV cache. Add decode instances.',
    '瓶颈在 decode：1 个实例中有 1 个出现排队，平均 8.0 个请求在等待，而 prefill 占用 37.4 % 的 KV 缓存。请增加 decode 实例。',
  ],
  [
    note({ waiting: 0 }, { waiting: 8, transferring: 6 }),
    'KV transfer binds: of 8.0 requests that wait for decode on average, 6.0 are in transfer, 250 ms each. Check the network between the pools.',
    '瓶颈在 KV 传输：平均有 8.0 个请求等待 decode，其中 6.0 个正在传输，每次 250 ms。请检查两个池之间的网络。',
  ],
  [
    note({ waiting: 3 }, { waiting: 8 }),
    'Both pools are full: on average 6.0 requests wait for prefill and 8.0 for decode. Add instances to both.',
    '两个池都已满：平均有 6.0 个请求等待 prefill，8.0 个请求等待 decode。请同时增加两种实例。',
  ],
  [
    note({ waiting: 0 }, { waiting: 0, kvCache: null }),
    'Neither pool is full: prefill uses 37.4 % of its KV cache, and decode has 26.2 requests running.',
    '两个池都未满：prefill 占用 37.4 % 的 KV 缓存，decode 有 26.2 个请求在运行。',
  ],
])('%s', ({ en, zh }, english, chinese) => {
  expect([en, zh]).toEqual([english, chinese])
})

test('a run without samples of its pair is not judged, and one without a pair has no sentence', () => {
  const instances = [{ name: 'decode-0', pool: 'decode' as const, slots: null }]
  const launch = {
    ...{ launchId: 'l', hostName: 'h', command: '', startup: {}, startedInMs: null, reach: null },
    ...{ gpus: [], driverVersion: null },
  }
  const [text = ''] = poolNotes({ summary: { telemetry: null }, launch: { ...launch, instances } })
  expect(inEnglish(text)).toBe(
    'Which pool binds is not known: for most of the run, there are no samples of decode-0.',
  )
  expect(poolNotes({ summary: null, launch })).toEqual([])
})
