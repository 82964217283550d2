import { describe, expect, test } from 'vitest'
import { telemetrySummarySchema } from '../model/run/telemetry.ts'
import { summarizeRun } from '../stats/summarize-run.ts'
import { fleetFor, meanSizing, sizingOf } from './sizing.ts'

/** Ten requests a second for ten seconds, each answered after two seconds with 11 tokens, the first after one. */
const requests = Array.from({ length: 100 }, (_, index) => ({
  startS: index / 10,
  queueS: 0,
  ttftS: 1,
  firstS: { chunk: null, content: null, reasoning: null, toolCall: null },
  latencyS: 2,
  interTokenLatenciesUs: new Uint32Array(10).fill(1e5),
  promptTokens: 10,
  inputs: 1,
  inputAudioS: 0,
  outputTokens: 11,
  error: null,
}))
const measured = summarizeRun(requests, {
  durationS: 10,
  percentiles: [99],
  goodputLimitsMs: { ttft: 2000 },
  client: null,
})
function sampledGpus(count: number) {
  const gpu = { count, powerW: null, utilizationPercent: null, maxMemoryUsedMiB: null }
  return telemetrySummarySchema.parse({
    server: null,
    gpu: { ...gpu, smClockMhz: null, maxTemperatureC: null, throttling: [] },
  })
}

const price = { perHour: 3.6, currency: 'USD' }

test.each([
  { demand: { amount: 25, of: 'requests' }, servers: 3, remark: 'a part of a server is a server' },
  { demand: { amount: 40, of: 'users' }, servers: 2, remark: 'users at a time' },
] as const)('$demand.amount $demand.of need $servers servers: $remark', ({ demand, servers }) => {
  const sizing = sizingOf({ summary: measured, launch: null, facts: { gpuCount: 2 } }, null)
  const wish = { demand, pricePerGpuHour: 1.8, gpusPerServer: 8 }
  const { costPerMillionTokens, ...fleet } = fleetFor(sizing, wish, null)
  expect(fleet).toMatchObject({ servers, gpusTogether: 2 * servers, costPerHour: 3.6 * servers })
  expect(costPerMillionTokens).toBeCloseTo((0.001 / 110) * 1e6, 9)
})

test('without a demand or a number of GPUs there is no fleet', () => {
  const sizing = sizingOf({ summary: measured, launch: null, facts: null }, null)
  const demand = { amount: 25, of: 'requests' } as const
  const nothing = { demand: null, pricePerGpuHour: null, gpusPerServer: null }
  const unknown = { costPerHour: null, costPerMillionTokens: null, gpusTogether: null }
  expect(fleetFor(sizing, nothing, null)).toMatchObject({ ...unknown, servers: null })
  const priced = { ...nothing, demand, pricePerGpuHour: 2 }
  expect(fleetFor(sizing, priced, null)).toMatchObject({ ...unknown, servers: 3 })
  expect(fleetFor(sizing, priced, price)).toMatchObject({ costPerHour: 3 * price.perHour })
})

describe('what a load amounts to', () => {
  test('is printed as users, tokens for each of them, and money', () => {
    const { tokensPerSecondPerUser, costPerMillionTokens, ...others } = sizingOf(
      { summary: measured, launch: null, facts: null },
      price,
    )
    expect(others).toEqual({
      requests: 10,
      users: 20,
      gpus: null,
      goodput: 10,
      outputTokens: 110,
      costPerMillionGoodTokens: null,
    })
    expect(tokensPerSecondPerUser).toBeCloseTo(10, 6)
    // A tenth of a cent per second buys 110 tokens.
    expect(costPerMillionTokens).toBeCloseTo((0.001 / 110) * 1e6, 9)
  })

  test('knows GPUs where they were watched, else by the launch', () => {
    const summary = { ...measured, telemetry: sampledGpus(2) }
    expect(sizingOf({ summary, launch: null, facts: null }, null)).toMatchObject({
      gpus: 2,
      costPerMillionTokens: null,
      costPerMillionGoodTokens: null,
    })
    expect(
      sizingOf({ summary: measured, launch: { gpus: ['H100'] }, facts: null }, null).gpus,
    ).toBe(1)
    expect(sizingOf({ summary: measured, launch: { gpus: [] }, facts: null }, null).gpus).toBeNull()
  })

  test('takes the GPU count of the user where no other source has it', () => {
    const facts = { gpuCount: 8 }
    expect(sizingOf({ summary: measured, launch: null, facts }, null).gpus).toBe(8)
    expect(sizingOf({ summary: measured, launch: { gpus: ['a', 'b'] }, facts }, null).gpus).toBe(2)
  })

  test('over repeats is their mean, and unknown where one lacks it', () => {
    const one = sizingOf({ summary: measured, launch: null, facts: null }, price)
    const other = { ...one, users: 40, goodput: null }
    expect(meanSizing([one, other])).toMatchObject({ users: 30, goodput: null, outputTokens: 110 })
    expect(meanSizing([])).toBeNull()
  })
})
