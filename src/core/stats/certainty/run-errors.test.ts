import { expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured } from '../fixtures/requests.ts'
import { runErrors, sharedErrorOf } from './run-errors.ts'
import { throughputCertainty } from './throughput-certainty.ts'

const places = 8
/** One place after the other serves the next request of a burst, at a pace that is the same for all or its own. */
function burstOf(
  count: number,
  {
    seed,
    variation = 0.4,
    noise = 0,
  }: Readonly<{ seed: number; variation?: number; noise?: number }>,
) {
  const random = new NumpyRandomState(seed)
  const freeAtS = new Float64Array(places)
  return Array.from({ length: count }, () => {
    const place = freeAtS.indexOf(Math.min(...freeAtS))
    const tokens = Math.max(2, Math.round(50 * (1 + variation * random.gaussian())))
    const gapS = 0.02 * Math.exp(noise * random.gaussian())
    const firstS = (freeAtS[place] ?? 0) + gapS
    freeAtS[place] = firstS + (tokens - 1) * gapS
    return measured({
      ...{ ttftS: firstS, latencyS: freeAtS[place], outputTokens: tokens, promptTokens: 100 },
      interTokenLatenciesUs: new Uint32Array(tokens - 1).fill(Math.round(gapS * 1e6)),
    })
  })
}

const lastEndOf = (run: ReturnType<typeof burstOf>) =>
  Math.max(...run.map(({ startS, latencyS }) => startS + latencyS))

function variation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return (
    Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean
  )
}

test('the work of a burst varies as its duration does from run to run', () => {
  const runs = Array.from({ length: 60 }, (_, seed) => burstOf(400, { seed }))
  const found = runs.map((run) => runErrors(run)?.work ?? NaN)
  const truth = variation(runs.map(lastEndOf))
  for (const work of found) {
    expect(work).toBeGreaterThan(0.7 * truth)
    expect(work).toBeLessThan(1.4 * truth)
  }
})

test('the mean wait of a burst has the error that it has from run to run, which its spread exceeds', () => {
  const runs = Array.from({ length: 60 }, (_, seed) => burstOf(400, { seed }))
  const means = runs.map((run) => run.reduce((sum, { ttftS }) => sum + ttftS, 0) / run.length)
  const truth = variation(means) * (means[0] ?? NaN)
  const errors = runs.map((run) => {
    const waits = Float64Array.from(run, ({ ttftS }) => ttftS)
    const known = runErrors(run)
    return known && (sharedErrorOf('ttft', waits, { errors: known, burst: waits })?.ofMean ?? NaN)
  })
  expect(
    errors.filter((error) => error !== null && error > 0.7 * truth && error < 1.4 * truth),
  ).toHaveLength(60)
})

test('equal requests at an even pace are known exactly, and an uneven pace is not', () => {
  const even = runErrors(burstOf(400, { seed: 1, variation: 0 }))
  expect(even?.work).toBeLessThan(1e-6)
  expect(even?.pace).toBeLessThan(0.01)
  const uneven = runErrors(burstOf(400, { seed: 1, variation: 0, noise: 0.3 }))
  expect(uneven?.gap).toBeGreaterThan(0.003)
})

/** Each place serves one request after the other, at a pace of the whole server that changes slowly. */
function closedLoop(seed: number) {
  const random = new NumpyRandomState(seed)
  const [levels, kept] = [[0.1 * random.gaussian()], 0.9]
  for (let at = 1; at < 1000; at++)
    levels.push(kept * (levels[at - 1] ?? 0) + 0.1 * Math.sqrt(1 - kept ** 2) * random.gaussian())
  const freeAtS = Float64Array.from({ length: places }, () => 0.2 * random.double())
  return Array.from({ length: 400 }, (_, index) => {
    const place = index < places ? index : freeAtS.indexOf(Math.min(...freeAtS))
    const startS = index < places ? 0 : (freeAtS[place] ?? 0)
    const gapsUs = Uint32Array.from({ length: 39 }, () => 0)
    let atS = startS
    for (let gap = -1; gap < gapsUs.length; gap++) {
      const gapS = 0.02 * Math.exp(levels[Math.floor(atS / 0.1)] ?? 0)
      if (gap >= 0) gapsUs[gap] = Math.round(gapS * 1e6)
      atS += gapS
    }
    freeAtS[place] = atS
    const ttftS = 0.02
    return measured({
      ...{ startS, queueS: startS, ttftS, latencyS: atS - startS },
      ...{ outputTokens: 40, promptTokens: 100, interTokenLatenciesUs: gapsUs },
    })
  })
}

test('a pace that lasts for many windows has the error that it has from run to run', () => {
  const runs = Array.from({ length: 40 }, (_, seed) => closedLoop(seed))
  const truth = variation(runs.map(lastEndOf))
  const found = runs.map((run) => runErrors(run)?.gap ?? NaN).toSorted((one, other) => one - other)
  expect(found[20]).toBeGreaterThan(0.6 * truth)
  expect(found[20]).toBeLessThan(1.5 * truth)
})

test('tokens per second of a closed loop are as uncertain as its pace', () => {
  const runs = Array.from({ length: 40 }, (_, seed) => closedLoop(seed))
  const logs = runs.map((run) => Math.log(lastEndOf(run)))
  const truth = logs.reduce((sum, log) => sum + log, 0) / logs.length
  const reaches = runs.map((run) =>
    Math.log(throughputCertainty(run, { errors: runErrors(run) })?.outputTokens.high ?? NaN),
  )
  const held = logs.filter((log, at) => Math.abs(log - truth) <= (reaches[at] ?? 0))
  expect(held.length).toBeGreaterThanOrEqual(34)
  const spread = variation(runs.map(lastEndOf))
  expect(reaches.toSorted((one, other) => one - other)[20]).toBeLessThan(2.5 * 1.96 * spread)
})

test('a run at a rate, a conversation and responses without a stream have other errors', () => {
  const burst = burstOf(100, { seed: 3 })
  expect(runErrors(burst)).not.toBeNull()
  expect(runErrors(burst.map((one, at) => ({ ...one, startS: at / 10 })))).toBeNull()
  expect(runErrors(burst.map((one) => ({ ...one, ttftS: one.latencyS })))).toBeNull()
  const turn = { conversation: 1, number: 0 }
  expect(runErrors(burst.map((one) => ({ ...one, turn })))).toBeNull()
})

test('responses that are alone give no error of what they share', () => {
  const values = Float64Array.of(1, 2, 3)
  const errors = { work: 0.1, pace: 0.05, paceOfFirsts: 0.05, gap: 0.01, degrees: 20 }
  expect(sharedErrorOf('ttft', values, { errors, burst: null })).toBeNull()
  expect(sharedErrorOf('tpot', values, { errors, burst: null })?.ofPercentile(99)).toBe(0.01)
})

test('waits of one step differ from run to run though they are equal', () => {
  const values = new Float64Array(50).fill(0.5)
  const errors = { work: 0.05, pace: 0.01, paceOfFirsts: 0.04, gap: 0.01, degrees: 20 }
  expect(sharedErrorOf('ttft', values, { errors, burst: values })?.ofMean).toBeCloseTo(0.02, 9)
})
