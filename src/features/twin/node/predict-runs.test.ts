// Predictions of a known engine from its stored runs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { capacityInGrid, latenciesInGrid } from '#features/twin/core/prediction-grid.ts'
import { predictionOrderSchema } from '#features/twin/core/prediction.ts'
import { inEnglish } from '#core/messages/message.ts'
import { findRun, saveRun } from '#node/storage/runs.ts'
import { openDatabase } from '#node/storage/database.ts'
import { fitRuns, predictJob, predictRuns } from '#features/twin/node/predict-runs.ts'
import { storeKnownRuns } from './known-engine-runs.test-support.ts'

const folder = mkdtempSync(join(tmpdir(), 'kneepoint-predict-'))
const database = openDatabase(join(folder, 'kneepoint.db'))
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})
storeKnownRuns(database)

function predictionOf(order: object) {
  const prediction = predictRuns(database, predictionOrderSchema.parse(order))
  if (prediction.kind === 'refused') throw new Error(prediction.refusal.why)
  return prediction
}

const asInRuns = predictionOf({ server: 'gpu-03' })

test('a grid answers any limit, and its latencies meet the limit at the load that it allows', () => {
  const { grid, runs, knee } = asInRuns
  const limit = { name: 'ttft', percentile: 99 } as const
  const allowed = (boundS: number) => capacityInGrid(grid, [{ ...limit, boundS }])?.value ?? NaN
  const latencies = latenciesInGrid(grid, limit)
  for (const boundS of [0.1, 0.3, 1]) {
    const above = grid.rates.findIndex((rate) => rate > allowed(boundS))
    expect(latencies[above - 2]?.value).toBeLessThan(boundS)
    expect(latencies[above + 1]?.value).toBeGreaterThan(boundS)
  }
  expect(allowed(0.001)).toBe(0)
  const full = capacityInGrid(grid, [])
  expect(allowed(1000)).toBeCloseTo(full?.value ?? NaN, 1)
  expect(knee?.value).toBeLessThan(full?.value ?? 0)
  expect(latencies.at(-1)?.high).toBe(Infinity)
  // A burst has no load that a curve could show.
  expect(runs.map(({ id, rate }) => [id, rate])).toEqual([
    ['burst', null],
    ['heavy', 14],
    ['light', 6],
    ['few', 5],
  ])
  expect(runs[1]?.figures.ttft.map((figure) => figure !== null)).toEqual([
    ...[true, true, false, false, true],
  ])
})

test(
  'longer prompts and outputs leave less load, and no limit of the engine leaves no capacity',
  { tags: 'nightly' },
  () => {
    const long = predictionOf({ server: 'gpu-03', inputLength: 500, outputLength: 100 })
    expect(long.lengths.inputMean).toBeCloseTo(500, -1)
    const limits = [{ name: 'e2el', percentile: null, boundS: 2 } as const]
    const [more, less] = [asInRuns, long].map(
      ({ grid }) => capacityInGrid(grid, limits)?.value ?? NaN,
    )
    expect(less).toBeLessThan(0.6 * (more ?? 0))
    const unlimited = predictionOf({ runIds: ['light', 'heavy'] })
    expect(capacityInGrid(unlimited.grid, limits)).toBeNull()
    expect(unlimited.knee).toBeNull()
    expect(unlimited.grid.rates.at(-1)).toBeLessThan(20)
  },
)

test('names another seed for prompts that the server knew', () => {
  const light = findRun(database, 'light')
  if (!light?.summary) throw new Error('not stored')
  const prefixCache = { hits: 900, queries: 1000 }
  const server = { prefixCache }
  const summary = { ...light.summary, server }
  const createdAtEpochMs = light.createdAtEpochMs + 100
  saveRun(database, { ...light, id: 'known', name: 'known', summary, createdAtEpochMs })
  const order = predictionOrderSchema.parse({ runIds: ['known'] })
  expect(() => predictRuns(database, order)).toThrow('None of 1 run is usable.')
  const chosen = ['light', 'known'].flatMap((id) => findRun(database, id) ?? [])
  const { leftOut, nextSeed } = fitRuns(database, chosen, {})
  const [sentence = ''] = leftOut.map(inEnglish)
  expect(sentence).toContain(`the same seed (${light.config.seed}). Measure it again with --seed`)
  expect(nextSeed).not.toBe(light.config.seed)
})

test('says why it cannot', () => {
  const order = predictionOrderSchema.parse({ runIds: ['few'] })
  expect(predictRuns(database, order)).toMatchObject({ refusal: { why: 'too-little' } })
  const none = predictionOrderSchema.parse({ server: 'nowhere' })
  expect(() => predictRuns(database, none)).toThrow('"nowhere"')
  expect(() => predictJob({ inputLength: -5 }, database)).toThrow('inputLength')
})
