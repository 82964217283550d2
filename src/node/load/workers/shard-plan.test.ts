// Shards of one plan: together they are the plan, byte for byte.
import { expect, test } from 'vitest'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { bodyAt, bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { conversationPlan, planOf } from '../plan.test-support.ts'
import { encodeFrame } from './frames.ts'
import { shardPlan } from './shard-plan.ts'

const url = 'http://127.0.0.1:1/'
const shardsOf = (plan: LoadPlan, workers: number) =>
  Array.from({ length: workers }, (_, worker) => shardPlan(plan, { worker, workers }))

const offsetsS = Float64Array.from({ length: 10 }, (_, i) => i / 7)

test('each body, id and count is with the worker that sends it, and with no other', () => {
  const plan = planOf(url, 10, { offsetsS, maxConcurrency: 7 })
  const shards = shardsOf(plan, 4)
  shards.forEach(({ bodies, requestIds, promptTokens }, worker) => {
    const own = Array.from({ length: 10 }, (_, index) => index).filter((i) => i % 4 === worker)
    expect(bodyCount(bodies)).toBe(own.length)
    own.forEach((index, place) => {
      expect(String(bodyAt(bodies, place))).toEqual(String(bodyAt(plan.bodies, index)))
    })
    expect(requestIds).toEqual(own.map((index) => `r-${index}`))
    expect(promptTokens).toEqual(own.map(() => 5))
  })
  expect(shards.map((shard) => [...shard.offsetsS])).toEqual(
    [0, 1, 2, 3].map((worker) => [...offsetsS].filter((_, i) => i % 4 === worker)),
  )
  expect(shards.map(({ maxConcurrency }) => maxConcurrency)).toEqual([2, 2, 2, 1])
})

test('requests of other workers take no room', () => {
  const bytesOf = (requests: number, workers: number) => {
    const plan = planOf(url, requests, { offsetsS: new Float64Array(requests) })
    return encodeFrame(shardPlan(plan, { worker: 0, workers })).length
  }
  // The numbers have a few digits more.
  expect(bytesOf(20_000, 10_000)).toBeLessThan(bytesOf(2, 1) + 20)
})

test('a single shard is the plan', () => {
  const plan = planOf(url, 10, { offsetsS })
  expect(shardPlan(plan, { worker: 0, workers: 1 })).toEqual({
    ...plan,
    shard: {
      ...{ worker: 0, workers: 1 },
      ...{ bodies: 10, conversations: 0, firstTurns: new Uint32Array() },
    },
  })
})

test('a conversation is kept whole', () => {
  const plan = conversationPlan(url, [{ thinkS: [0, 0] }, { thinkS: [] }, { thinkS: [0] }])
  const [first, second] = shardsOf(plan, 2)
  expect(first?.requestIds).toEqual(['0.0', '0.1', '0.2', '2.0', '2.1'])
  expect(second?.requestIds).toEqual(['1.0'])
  expect([first, second].map((shard) => shard?.conversations?.ids)).toEqual([
    ['c-0', 'c-2'],
    ['c-1'],
  ])
  expect([first?.shard?.firstTurns, second?.shard?.firstTurns]).toEqual([
    Uint32Array.of(0, 4),
    Uint32Array.of(3),
  ])
  expect(first?.bodies.texts).toHaveLength(5)
})

test('texts that bodies share are sent once, and only where they are needed', () => {
  const [head, one, two] = ['shared ', 'one', 'two'].map((text) => Buffer.from(text))
  const texts = [head, one, two].flatMap((text) => text ?? [])
  const parts = Uint32Array.from([0, 0, 7, 1, 0, 3, 0, 0, 7, 2, 0, 3])
  const bodies = { texts, parts, firstParts: Uint32Array.of(0, 2, 4) }
  const [, second] = shardsOf(planOf(url, 2, { bodies }), 2)
  expect(second?.bodies.texts.map(String)).toEqual(['shared ', 'two'])
  expect(String(Buffer.from(second ? bodyAt(second.bodies, 0) : []))).toBe('shared two')
})

test('only the first worker warms up one by one and sends probes', () => {
  const probes = { body: Buffer.from('p'), perSecond: 1 }
  const warmUp = { lengthS: 2, bodies: planOf(url, 4).bodies, offsetsS: null }
  const plan = planOf(url, 4, { warmups: [Buffer.from('w')], probes, warmUp })
  const [first, second] = shardsOf(plan, 2)
  expect([first?.warmups, first?.probes]).toEqual([plan.warmups, probes])
  expect([second?.warmups, second?.probes]).toEqual([[], undefined])
  expect(second?.warmUp?.bodies.texts).toHaveLength(2)
})
