// Tunings of servers known by their formulas; how good they are: features/tune/bench/tune-truth.ts.
import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { ClientHealth } from '#core/model/run/client-health.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { telemetrySummarySchema } from '#core/model/run/telemetry.ts'
import { type SweepPlan, sweepPlanSchema, type SweepPoint, type Tune } from '#core/model/sweep.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { quietClient } from '#core/stats/fixtures/client-health.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { chosenSetting } from '#core/sweep/configurations.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import { storyIn } from './candidates.ts'
import { nextMove } from '#core/sweep/next-move.ts'
import { quietServer, requestsAt } from '#core/sweep/search/modelled-server.test-support.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { tuneAnswerOf } from './found-setting.ts'
import { compareAnswers } from './answers.ts'
import { poolOf } from './pool.ts'
import { placeOf, distances, neighboursOf, settingsOf } from './space.ts'
import { tuneViewOf } from './view.ts'

const tune: Tune = {
  objective: 'capacity',
  flags: [
    { numbers: [16, 8, 32, 64, 128], isScale: true, onlyIf: null },
    { numbers: [2048, 16, 64], isScale: true, onlyIf: null },
    { numbers: [null, null], isScale: false, onlyIf: { axis: 0, settings: [3, 4] } },
  ],
  budget: { gpuMinutes: 200, runs: null, minutes: null },
  base: { 'max-num-seqs': 16, 'max-num-batched-tokens': 2048 },
  served: null,
  gpus: 1,
  gpusThere: null,
  answers: null,
}

const axis = (name: string, values: readonly (number | string)[]) => ({
  name,
  settings: [{}, ...values.map((value) => ({ server: { [name]: value } }))],
})

const plan: SweepPlan = sweepPlanSchema.parse({
  name: 'Seats',
  config: defaultBenchmarkConfig,
  secondsPerPoint: 10,
  requestRates: ['inf'],
  maxConcurrencies: [null],
  axes: [
    axis('max-num-seqs', [8, 32, 64, 128]),
    axis('max-num-batched-tokens', [16, 64]),
    axis('kv-cache-dtype', ['fp8']),
  ],
  limits: [{ name: 'ttft', percentile: null, bound: 300 }],
  search: { kind: 'capacity', over: 'requestRate' },
  tune,
})

type World = Readonly<{
  seatsOf: (flags: Readonly<Record<string, unknown>>) => number
  client?: ClientHealth
  /** Joules per output token of a run; null if no GPU reported its power during it. */
  energyOf?: (point: number) => number | null
  fails?: (flags: Readonly<Record<string, unknown>>) => boolean
}>

function tuned(world: World, wanted: SweepPlan = plan, seed = 1) {
  const random = new NumpyRandomState(seed)
  const points: SweepPoint[] = []
  const summaries = new Map<number, RunSummary>()
  const log: SweepLogEntry[] = []
  const kinds: string[] = []
  const sweep = { plan: wanted, servers: [{ id: 's', name: 's' }], points, answers: [] }
  for (;;) {
    const move = nextMove({ sweep, summaries, log })
    if (move.kind !== 'measure') break
    const { point, decisions = [] } = move
    kinds.push(...decisions.map(({ kind, values }) => `${kind} ${values['why'] ?? ''}`.trim()))
    const flags = { ...tune.base, ...chosenSetting(wanted, point.settings).server }
    const values = { index: point.index, tookS: 30 }
    log.push({ atEpochMs: 0, kind: 'server-ready', point: null, values })
    if (world.fails?.(flags) === true) {
      points.push({ ...point, status: 'failed' })
      continue
    }
    const config = pointConfig(wanted, point)
    const server = { ...quietServer, slots: world.seatsOf(flags) }
    const summary = wholeSummary(requestsAt(server, config, 100, random), config, world.client)
    const telemetry = telemetryWith(world.energyOf?.(point.index) ?? null)
    summaries.set(point.index, { ...summary, telemetry })
    points.push({ ...point, status: 'completed' })
  }
  const search = wanted.search ?? {
    kind: 'curve' as const,
    over: 'requestRate' as const,
    from: 1,
    upTo: 1,
    mostRuns: 3,
  }
  const view = tuneViewOf({ sweep, summaries, ...storyIn(log) }, wanted.tune ?? tune, search)
  return { answer: tuneAnswerOf(view), view, points, kinds }
}

/** Also without the feature of energy, whose field is not parsed then. */
function telemetryWith(energyPerOutputTokenJ: number | null) {
  const unknown = { utilizationPercent: null, maxMemoryUsedMiB: null, smClockMhz: null }
  const telemetry = telemetrySummarySchema.parse({
    server: null,
    gpu: { count: 1, powerW: null, ...unknown, maxTemperatureC: null, throttling: [] },
  })
  return { ...telemetry, gpu: telemetry.gpu && { ...telemetry.gpu, energyPerOutputTokenJ } }
}

const bySeats: World = { seatsOf: (flags) => Number(flags['max-num-seqs']) }
const tunedBySeats = tuned(bySeats)

describe('the space', () => {
  test('leaves out flags without effect, and what vLLM refuses', () => {
    // 5 × 3 settings, and the cache type with two of the five.
    expect(settingsOf(tune.flags)).toHaveLength(5 * 3 + 2 * 3)
    const steps = poolOf(plan, tune).filter(([, tokens]) => tokens === 1)
    expect(steps).toEqual([
      [0, 1, 0],
      [1, 1, 0],
    ])
  })

  test('has neighbours that differ in one flag, and in what depends on it', () => {
    // From 64 sequences with fp8, fewer leave the cache type without effect.
    expect(neighboursOf(tune.flags, [3, 0, 1])).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [4, 0, 1],
      [3, 1, 1],
      [3, 2, 1],
      [3, 0, 0],
    ])
    expect(neighboursOf(tune.flags, [0, 0, 0])).toHaveLength(4 + 2)
  })

  test('has numbers on a logarithmic scale', () => {
    const apart = (one: number, other: number) =>
      distances(placeOf(tune.flags, [one, 0, 0]), placeOf(tune.flags, [other, 0, 0]))[0] ?? NaN
    expect(apart(1, 0)).toBeCloseTo(apart(3, 4))
    expect(apart(1, 4)).toBeCloseTo(1)
  })
})

test('answers count up to their first difference', () => {
  const reference = [
    [1, 2, 3, 4],
    [5, 6],
  ]
  expect(compareAnswers(reference, reference)).toEqual({ equal: 1, exact: 2, prompts: 2 })
  const other = [
    [1, 2, 9, 4],
    [5, 6, 7, 8],
  ]
  expect(compareAnswers(reference, other)).toEqual({ equal: 0.5, exact: 0, prompts: 2 })
})

describe('a tuning', { timeout: 60_000 }, () => {
  test('finds more seats than the defaults have, and confirms them', () => {
    const { answer, kinds, points } = tunedBySeats
    expect(answer.isBetter).toBe(true)
    expect(answer.best?.choice[0]).toBe(4)
    expect(answer.confirmation?.found.gain.interval.low).toBeGreaterThan(1)
    expect(kinds.slice(0, 3)).toEqual([
      'setting-chosen defaults',
      'setting-left measured',
      'setting-chosen filling',
    ])
    expect(points.filter(({ stage }) => stage === 'confirm').length).toBeGreaterThanOrEqual(12)
  })

  test('takes a step of two flags while steps of one still promise something', () => {
    const backends = axis('attention-backend', ['A', 'B', 'C'])
    const blocks = axis('block-size', [32, 64, 128])
    const nominal = { numbers: [null, null, null, null], isScale: false, onlyIf: null }
    // Where both flags change in the same way, a peak; elsewhere each change by itself loses.
    const peaks = (flags: Readonly<Record<string, unknown>>) => {
      const [backend, block] = [flags['attention-backend'], flags['block-size']]
      if (backend === 'C' && block === 128) return 2
      return (backend === undefined ? 1 : 0.7) * (block === undefined ? 1 : 0.7)
    }
    const { kinds, answer } = tuned(
      { seatsOf: (flags) => Math.round(16 * peaks(flags)) },
      sweepPlanSchema.parse({
        ...plan,
        axes: [backends, blocks],
        tune: { ...tune, flags: [nominal, nominal], budget: { ...tune.budget, gpuMinutes: 40 } },
      }),
    )
    const chosen = kinds.filter((kind) => kind.startsWith('setting-chosen'))
    expect(chosen.findIndex((kind) => kind.endsWith('two-flags')) % 8).toBe(0)
    expect(chosen).toContain('setting-chosen promising')
    expect(answer.best?.choice).toEqual([3, 3])
  })

  test('finds no capacity beyond the highest load it may search', () => {
    const upTo = (tunedBySeats.answer.capacity?.capacity ?? 0) / 2
    const search = { ...plan.search, kind: 'capacity', over: 'requestRate', upTo }
    const { answer, points } = tuned(bySeats, sweepPlanSchema.parse({ ...plan, search }))
    expect(answer.isBetter).toBe(true)
    expect(answer.capacity?.capacity).toBeGreaterThan(0.98 * upTo)
    expect(answer.capacity?.capacity).toBeLessThanOrEqual(upTo)
    expect(answer.capacity?.interval.high).toBeLessThanOrEqual(upTo)
    for (const { requestRate } of points) expect(Number(requestRate)).toBeLessThanOrEqual(upTo)
  })

  test('starts the server anew for every turn of the confirmation', () => {
    const { points } = tunedBySeats
    const first = points.findIndex(({ stage }) => stage === 'confirm')
    const settings = points.slice(first - 1).map((point) => point.settings.join('.'))
    const changes = settings.slice(1).filter((setting, index) => setting !== settings[index])
    expect(first).toBeGreaterThan(0)
    expect(changes).toHaveLength((settings.length - 1) / 2)
  })

  test('is the same again', () => {
    const [one, other] = [tunedBySeats, tuned(bySeats)]
    expect(one.points).toEqual(other.points)
    expect(one.kinds).toEqual(other.kinds)
  })

  test('says so where nothing is better than the defaults', () => {
    const answers = Array.from({ length: 4 }, (_, seed) => {
      return tuned({ seatsOf: () => 16 }, plan, seed).answer
    })
    const unchanged = answers.filter(({ isBetter }) => isBetter === false)
    expect(unchanged.length).toBeGreaterThanOrEqual(3)
    for (const { best, confirmation } of unchanged) {
      expect(best).toMatchObject({ choice: [0, 0, 0] })
      const { low, high } = confirmation?.found.gain.interval ?? { low: 1, high: 1 }
      expect(low).toBeLessThan(0.05)
      expect(high).toBeGreaterThan(-0.05)
    }
  })

  test('passes over settings that fail, and learns which do', () => {
    const fails = (flags: Readonly<Record<string, unknown>>) => Number(flags['max-num-seqs']) > 32
    const { answer, view } = tuned({ ...bySeats, fails })
    expect(answer.best?.choice[0]).toBe(2)
    const failed = view.candidates.filter(({ hasFailed }) => hasFailed)
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.every(({ choice }) => (choice[0] ?? 0) > 2)).toBe(true)
  })

  test('goes on with the next best where one fails while it is confirmed', () => {
    const whole = tunedBySeats
    const confirmed = whole.answer.best?.choice ?? []
    let runs = 0
    const explored = whole.points.filter(
      ({ stage, settings }) => stage !== 'confirm' && settings.join() === confirmed.join(),
    ).length
    const failing = tuned({
      ...bySeats,
      fails: ({ 'max-num-seqs': seats, 'max-num-batched-tokens': tokens, ...rest }) => {
        const own = chosenSetting(plan, confirmed).server
        const isIts =
          seats === own['max-num-seqs'] &&
          tokens === (own['max-num-batched-tokens'] ?? 2048) &&
          rest['kv-cache-dtype'] === own['kv-cache-dtype']
        return isIts && ++runs > explored + 2
      },
    })
    expect(failing.view.candidates.find(({ hasFailed }) => hasFailed)?.choice).toEqual(confirmed)
    expect(failing.answer).toMatchObject({ isBetter: true })
    expect(failing.answer.best?.choice).not.toEqual(confirmed)
    expect(failing.answer.confirmation?.challenger.hasFailed).toBe(false)
  })

  test('maximises tokens per GPU where that is asked for', () => {
    const scale = { isScale: true, onlyIf: null }
    const flags = [
      { numbers: [16, 64], ...scale },
      { numbers: [1, 2], ...scale },
    ]
    const axes = [axis('max-num-seqs', [64]), axis('tensor-parallel-size', [2])]
    const base = { ...tune.base, 'tensor-parallel-size': 1 }
    // Twice the GPUs serve half as much again.
    const world: World = {
      seatsOf: (given) =>
        Number(given['max-num-seqs']) * (given['tensor-parallel-size'] === 2 ? 1.5 : 1),
    }
    const wanted = (objective: Tune['objective']) => {
      const asked: Tune = { ...tune, objective, flags, base }
      return tuned(world, sweepPlanSchema.parse({ ...plan, axes, tune: asked })).answer
    }
    expect(wanted('capacity').best?.choice).toEqual([1, 1])
    const { best, capacity, isBetter } = wanted('cost')
    expect({ isBetter, choice: best?.choice }).toEqual({ isBetter: true, choice: [1, 0] })
    expect(capacity?.worth).not.toBeNull()
  })

  test('ends where no GPU reports the energy it is to save', () => {
    const energy: Tune = { ...tune, objective: 'energy' }
    const { answer, view, points } = tuned(bySeats, { ...plan, tune: energy })
    expect(view.lacksEnergy).toBe(true)
    expect(answer.confirmation).toBeNull()
    expect(points).toHaveLength(1)
  })

  test('goes on where some runs miss the energy', () => {
    const energy: Tune = { ...tune, objective: 'energy' }
    const energyOf = (point: number) => (point % 3 === 1 ? null : 2)
    const { answer, view } = tuned({ ...bySeats, energyOf }, { ...plan, tune: energy })
    expect(view.lacksEnergy).toBe(false)
    expect(answer.confirmation).not.toBeNull()
  })

  test('says so where the client was the limit', () => {
    const { answer } = tuned({ ...bySeats, client: { ...quietClient, sendLagP99Us: 500_000 } })
    expect(answer).toMatchObject({ isClientLimited: true, confirmation: null })
    expect(tunedBySeats.answer.isClientLimited).toBe(false)
  })

  test('has no setting where none holds the limits', () => {
    const limits = [{ name: 'ttft', percentile: null, bound: 1 }] as const
    const budget = { gpuMinutes: 20, runs: null, minutes: null }
    const none = tuned(bySeats, { ...plan, limits: [...limits], tune: { ...tune, budget } })
    expect(none.answer).toMatchObject({ best: null, capacity: null, confirmation: null })
    expect(none.view.spent.gpuSeconds).toBeLessThan(20 * 60)
  })
})
