import { expect, test } from 'vitest'
import { demandingPercentile } from '#core/stats/certainty/percentile-interval.ts'
import { bench } from '#core/messages/en/window/bench.ts'
import { readDraft } from './benchmark-draft.ts'
import {
  commonLoads,
  firstLoad,
  firstSweep,
  fittedLoad,
  fittedSweep,
  loadIds,
  loadOf,
} from './common-loads.ts'

test.each(loadIds)('the load %s can be started as it is', (id) => {
  expect(readDraft(commonLoads[id]).problems).toEqual([])
})

const { loadAbout } = bench

test.each(loadIds)('the card of %s says how much its lengths vary', (id) => {
  const { config } = readDraft(commonLoads[id])
  const varies = /± ?(\d+) %/.exec(loadAbout[id])?.[1] ?? '0'
  expect(Number(varies) / 100).toBe(config?.randomRangeRatio)
})

const known = { name: 'earlier', requestsPerSecond: 30, inputTokens: 512, outputTokens: 256 }

test('a load is fitted to what its server carried, and stays the same load', () => {
  const fitted = fittedLoad(commonLoads.chat, known)
  expect(fitted).toMatchObject({ requestRate: '15', numPrompts: '450', randomInputLen: '512' })
  expect(loadOf(fitted)).toBe('chat')
  expect(fittedLoad(commonLoads.chat, null)).toMatchObject(commonLoads.chat)
  expect(readDraft(fitted).problems).toEqual([])
})

test.each(loadIds)('the load %s asks for no percentile that its requests do not show', (id) => {
  for (const server of [null, known, { ...known, requestsPerSecond: 0.5 }]) {
    const { config } = readDraft(fittedLoad(commonLoads[id], server))
    const demand = demandingPercentile(config?.metricPercentiles ?? [])
    expect(demand?.fewestRequests).toBeLessThanOrEqual(config?.numPrompts ?? 0)
  }
})

test('what the form first holds asks for the 95th percentile of its 120 requests', () => {
  expect(readDraft(firstLoad).config).toMatchObject({
    numPrompts: 120,
    metricPercentiles: [50, 95],
  })
})

test('a slow server is sent a few requests at least', () => {
  const slow = { ...known, requestsPerSecond: 0.02 }
  expect(fittedLoad(commonLoads.chat, slow)).toMatchObject({
    requestRate: '0.01',
    numPrompts: '10',
  })
})

test('the rates of a sweep surround what its server carried', () => {
  const lengths = { inputTokens: 256, outputTokens: 128 }
  expect(fittedSweep(null)).toBe(firstSweep)
  expect(fittedSweep({ ...known, ...lengths, requestsPerSecond: 100 })).toMatchObject({
    load: { 'request-rate': '25..400 x2', 'seconds-per-point': '20' },
  })
  const slow = fittedSweep({ ...known, ...lengths, requestsPerSecond: 0.4 })
  expect(slow).toMatchObject({
    load: { 'request-rate': '0.1..1.6 x2', 'seconds-per-point': '100' },
  })
  expect(readDraft(slow.workload).problems).toEqual([])
})
