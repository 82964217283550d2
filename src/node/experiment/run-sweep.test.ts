import { describe, expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { SweepLogEntry } from '#core/model/sweep-log.ts'
import { sweepPlanSchema, type FoundAnswer, type SweepPoint } from '#core/model/sweep.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { summarizeRun } from '#core/stats/summarize-run.ts'
import { tuningReports } from '#core/report/feature-reports.ts'
import { runSweep } from './run-sweep.ts'
import type { PointEnd, SweepTools } from './sweep-tools.ts'

/** What the reader and the servers do in a story, each by the index of a point. */
type Happenings = Readonly<{
  /** The server does not come up. */
  noServer?: readonly number[]
  /** This number of tries do not get through. */
  lost?: Readonly<Record<number, number>>
  /** The reader asks while it is measured. */
  pauseAt?: number
  cancelAt?: number
  giveUpAt?: number
  /** The reader leaves it out while its server starts. */
  skipAt?: number
  failAt?: number
  /** Its host cannot be reached the first time that a server is wanted. */
  noHost?: boolean
  /** The connection to its host breaks during this number of runs. */
  hostLost?: number
}>

/** A server that completes up to 20 requests a second, each within 100 ms; without waiting. */
class World implements SweepTools<string> {
  readonly entries: Omit<SweepLogEntry, 'atEpochMs'>[] = []
  readonly measured: number[] = []
  readonly rests: number[] = []
  putBack = 0
  points: SweepPoint[]
  answers: FoundAnswer[] = []
  readonly cancelling = new AbortController()
  #wantsPause = false
  readonly #plan
  readonly #happens: Happenings
  readonly #summaries = new Map<number, RunSummary>()
  readonly #lost: Record<number, number>
  #isHostAway: boolean
  #hostLosses: number

  constructor(changes: object, happens: Happenings = {}) {
    this.#plan = sweepPlanSchema.parse({ ...listed, ...changes })
    this.points = sweepPoints(this.#plan)
    this.#happens = happens
    this.#lost = { ...happens.lost }
    this.#isHostAway = happens.noHost === true
    this.#hostLosses = happens.hostLost ?? 0
  }

  run() {
    this.#wantsPause = false
    return runSweep(this, this.cancelling.signal)
  }

  get statuses() {
    return this.points.map(({ status }) => status)
  }

  get story() {
    return this.entries.map(({ kind }) => kind)
  }

  state() {
    const servers = [{ id: 's', name: 'server' }]
    const sweep = { plan: this.#plan, servers, points: this.points, answers: this.answers }
    return { sweep, summaries: this.#summaries }
  }

  log(kind: SweepLogEntry['kind'], values: SweepLogEntry['values'] = {}, point?: SweepPoint) {
    this.entries.push({ kind, values, point: point?.index ?? null })
  }

  savePoint(point: SweepPoint) {
    this.points = [...this.points.filter(({ index }) => index !== point.index), point]
    this.points.sort((a, b) => a.index - b.index)
  }

  saveAnswer(found: FoundAnswer) {
    this.answers.push(found)
  }

  serverFor(point: SweepPoint) {
    const { index } = point
    if (this.#happens.skipAt === index) this.savePoint({ ...point, status: 'skipped' })
    if (this.#isHostAway) {
      this.#isHostAway = false
      return Promise.reject(new AppError('host-unreachable', 'gpu-03 does not respond.'))
    }
    return this.#happens.noServer?.includes(index)
      ? Promise.reject(new Error('no GPU'))
      : Promise.resolve('ready')
  }

  putServersBack() {
    this.putBack++
    return Promise.resolve()
  }

  resetCaches() {
    return Promise.resolve({ done: true } as const)
  }

  measure(point: SweepPoint): Promise<PointEnd> {
    const { index } = point
    this.measured.push(index)
    this.savePoint({ ...point, status: 'running', runId: `run-${this.measured.length}` })
    if (this.#happens.pauseAt === index) this.#wantsPause = true
    if (this.#happens.cancelAt === index) this.cancelling.abort()
    const isCut = this.#happens.cancelAt === index || this.#happens.giveUpAt === index
    if (isCut) return Promise.resolve({ status: 'cancelled', summary: null, lostBecause: null })
    if (this.#hostLosses-- > 0) {
      const lostBecause = 'The connection to gpu-03 broke.'
      const isHostLost = true
      return Promise.resolve({ status: 'failed', summary: null, lostBecause, isHostLost })
    }
    const lost = this.#lost[index] ?? 0
    if (lost > 0 || this.#happens.failAt === index) {
      this.#lost[index] = lost - 1
      const lostBecause = lost > 0 ? 'Connection refused.' : null
      const failedBecause = lost > 0 ? null : 'The model is unknown.'
      return Promise.resolve({ status: 'failed', summary: null, lostBecause, failedBecause })
    }
    const summary = answeredAt(pointConfig(this.#plan, point))
    this.#summaries.set(index, summary)
    return Promise.resolve({ status: 'completed', summary, lostBecause: null })
  }

  wantsPause() {
    return this.#wantsPause
  }

  rest(seconds: number) {
    this.rests.push(seconds)
    return Promise.resolve()
  }
}

const listed = {
  name: 'rates',
  config: defaultBenchmarkConfig,
  requestRates: [5, 10, 40, 80],
  maxConcurrencies: [null],
  secondsPerPoint: 10,
}

function answeredAt(config: ReturnType<typeof pointConfig>): RunSummary {
  const { requestRate, maxConcurrency, numPrompts } = config
  const rate = requestRate === 'inf' ? 10 * (maxConcurrency ?? Infinity) : requestRate
  const paceS = 1 / Math.min(rate, 20)
  const requests = Array.from({ length: numPrompts }, (_, index) => {
    const startS = index / rate
    const latencyS = Math.max(0.1, index * paceS + 0.1 - startS)
    return {
      startS,
      queueS: 0,
      ttftS: latencyS / 2,
      latencyS,
      firstS: { chunk: null, content: null, reasoning: null, toolCall: null },
      interTokenLatenciesUs: Uint32Array.of(latencyS * 5e5),
      promptTokens: 10,
      inputs: 1,
      inputAudioS: 0,
      outputTokens: 10,
      error: null,
    }
  })
  return summarizeRun(requests, {
    durationS: (numPrompts - 1) * paceS + 0.1,
    percentiles: [99],
    goodputLimitsMs: {},
    client: null,
  })
}

/** Settings of one flag, none of which is slower. */
const tuning = {
  ...{ requestRates: ['inf'], axes: [{ name: 'seats', settings: [{}, { server: { seats: 2 } }] }] },
  limits: [{ name: 'e2el', percentile: 99, bound: 500 }],
  search: { kind: 'capacity', from: 2, upTo: 100 },
  tune: {
    ...{ objective: 'capacity', base: {}, gpus: 1, answers: null },
    flags: [{ numbers: [1, 2], isScale: true, onlyIf: null }],
    budget: { gpuMinutes: null, runs: 30, minutes: null },
  },
}

/** A feature chooses the settings. */
describe.runIf(tuningReports)('a tuning', () => {
  test.each([
    { happens: 'broke during two runs', hostLost: 2, measured: 2 },
    { happens: 'was missing when the server was wanted', noHost: true, measured: 0 },
  ])(
    'is interrupted where the connection to its host $happens, and measures the point again',
    async ({ measured, ...happens }) => {
      const [whole, cut] = [new World(tuning), new World(tuning, happens)]
      await whole.run()
      expect(await cut.run()).toBe('interrupted')
      expect(cut.measured).toEqual(Array.from({ length: measured }, () => 0))
      expect(cut.points).toMatchObject([{ status: 'waiting', runId: null }])
      expect(cut.entries.at(-1)).toMatchObject({
        ...{ kind: 'point-ended', values: { status: 'interrupted' } },
      })
      expect(cut.putBack).toBe(0)
      expect(await cut.run()).toBe('completed')
      const withoutRuns = ({ points }: World) => points.map((point) => ({ ...point, runId: '' }))
      expect(withoutRuns(cut)).toEqual(withoutRuns(whole))
    },
  )

  test('measures a point again where the host was back for the next attempt', async () => {
    const world = new World(tuning, { hostLost: 1 })
    expect(await world.run()).toBe('completed')
    expect(world.measured.slice(0, 3)).toEqual([0, 0, 1])
    expect(world.statuses).not.toContain('failed')
  })
})

describe('a sweep', () => {
  test('goes on with other points where a host cannot be reached', async () => {
    const axes = [{ name: 'batch', settings: [{}, { server: { 'max-num-seqs': 2 } }] }]
    const world = new World({ axes }, { noHost: true })
    expect(await world.run()).toBe('completed')
    expect(world.statuses.slice(0, 4)).toEqual(['failed', 'failed', 'failed', 'failed'])
    expect(world.measured).toEqual([4, 5, 6, 7])
  })

  test('measures its points in order, resets caches before each, rests between them', async () => {
    const world = new World({ coolDownS: 3, requestRates: [5, 10] })
    expect(await world.run()).toBe('completed')
    expect(world.statuses).toEqual(['completed', 'completed'])
    expect(world.story).toEqual([
      ...['caches-reset', 'point-started', 'point-ended', 'cooling-down'],
      ...['caches-reset', 'point-started', 'point-ended'],
    ])
    expect(world.rests).toEqual([3])
    expect(world.putBack).toBe(1)
  })

  test('tries a point again whose requests did not get through, as often as it may', async () => {
    const world = new World({ retries: 2 }, { lost: { 0: 2, 1: 3 } })
    expect(await world.run()).toBe('completed')
    expect(world.measured).toEqual([0, 0, 0, 1, 1, 1, 2, 3])
    expect(world.statuses).toEqual(['completed', 'failed', 'completed', 'completed'])
    expect(world.entries.filter(({ kind }) => kind === 'point-retried')).toHaveLength(4)
  })

  test('does not try again what failed for another reason, and goes on', async () => {
    const world = new World({ retries: 2 }, { failAt: 1 })
    expect(await world.run()).toBe('completed')
    expect(world.measured).toEqual([0, 1, 2, 3])
    expect(world.entries.find(({ values }) => values['status'] === 'failed')).toMatchObject({
      ...{ kind: 'point-ended', point: 1, values: { reason: 'The model is unknown.' } },
    })
  })

  test('leaves out the loads above one at which the server is saturated', async () => {
    const world = new World({ stopsWhenSaturated: true })
    expect(await world.run()).toBe('completed')
    expect(world.statuses).toEqual(['completed', 'completed', 'completed', 'skipped'])
    expect(world.story.slice(-2)).toEqual(['saturated', 'point-skipped'])
    expect(world.entries.at(-1)?.values).toMatchObject({ reason: 'saturated', by: 2 })
  })

  test('leaves out more requests in flight where they gain no throughput', async () => {
    const plan = { requestRates: ['inf'], maxConcurrencies: [1, 2, 4, 8], secondsPerPoint: null }
    const world = new World({ ...plan, stopsWhenSaturated: true })
    expect(await world.run()).toBe('completed')
    expect(world.statuses).toEqual(['completed', 'completed', 'completed', 'skipped'])
  })

  test('pauses after the point that runs, keeps its servers, and goes on where it was', async () => {
    const world = new World({}, { pauseAt: 1 })
    expect(await world.run()).toBe('paused')
    expect(world.statuses).toEqual(['completed', 'completed', 'waiting', 'waiting'])
    expect(world.putBack).toBe(0)
    expect(await world.run()).toBe('completed')
    expect(world.measured).toEqual([0, 1, 2, 3])
    expect(world.putBack).toBe(1)
  })

  test('ends where it is cancelled, with its servers as they were', async () => {
    const world = new World({}, { cancelAt: 1 })
    expect(await world.run()).toBe('cancelled')
    expect(world.statuses).toEqual(['completed', 'cancelled', 'waiting', 'waiting'])
    expect(world.putBack).toBe(1)
  })

  test('goes on after a point the reader gave up', async () => {
    const world = new World({}, { giveUpAt: 1 })
    expect(await world.run()).toBe('completed')
    expect(world.statuses).toEqual(['completed', 'skipped', 'completed', 'completed'])
  })

  test('does not measure a point that was left out while its server started', async () => {
    const world = new World({}, { skipAt: 1 })
    expect(await world.run()).toBe('completed')
    expect(world.measured).toEqual([0, 2, 3])
    expect(world.statuses).toEqual(['completed', 'skipped', 'completed', 'completed'])
  })

  test('gives up all that a server that does not come up was to be started for', async () => {
    const axes = [
      {
        name: 'batch',
        settings: [{ server: { 'max-num-seqs': 1 } }, { server: { 'max-num-seqs': 2 } }],
      },
    ]
    const world = new World({ axes }, { noServer: [0] })
    expect(await world.run()).toBe('completed')
    expect(world.measured).toEqual([4, 5, 6, 7])
    expect(world.statuses.slice(0, 4)).toEqual(['failed', 'failed', 'failed', 'failed'])
  })

  test('has failed where it measured nothing', async () => {
    expect(await new World({}, { noServer: [0] }).run()).toBe('failed')
  })

  test('searches for its loads, logs why it chose each, and what it found', async () => {
    const search = { kind: 'capacity', from: 2, upTo: 100 }
    const limits = [{ name: 'e2el', percentile: 99, bound: 500 }]
    const world = new World({ search, limits })
    expect(await world.run()).toBe('completed')
    expect(world.answers).toMatchObject([{ server: 0, settings: [], answer: { kind: 'capacity' } }])
    const [found] = world.answers
    if (found?.answer.kind !== 'capacity') throw new Error('a capacity was asked for')
    expect(found.answer.estimate).toBeGreaterThan(18)
    expect(found.answer.estimate).toBeLessThan(22)
    expect(world.points.map(({ seedOffset }) => seedOffset)).toEqual(
      world.points.map((_, at) => at),
    )
    expect(world.story[0]).toBe('load-chosen')
    expect(world.story.at(-1)).toBe('search-ended')
  })

  test('that searches chooses the same loads when it is interrupted anywhere', async () => {
    const search = { kind: 'capacity', from: 2, upTo: 100 }
    const limits = [{ name: 'e2el', percentile: 99, bound: 500 }]
    const whole = new World({ search, limits })
    await whole.run()
    const cut = new World({ search, limits }, { pauseAt: 3 })
    expect(await cut.run()).toBe('paused')
    await cut.run()
    expect(cut.points).toEqual(whole.points)
    expect(cut.answers).toEqual(whole.answers)
  })
})
