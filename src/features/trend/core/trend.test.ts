import { describe, expect, it } from 'vitest'
import { generatedRun, type GeneratedLoad } from '#core/stats/fixtures/generated-run.ts'
import { simulatorSpecSchema } from '#core/model/server.ts'
import type { TrendRun } from '#core/compare/same-configuration.ts'
import { historyOfTrend, trendOf, versionChanges } from './trend.ts'

const facts = {
  model: 'llama-8b',
  maxModelLen: null,
  version: '0.32.0',
  kvCacheTokens: null,
  simulated: false,
}

function run(id: string, change: Partial<TrendRun> = {}, load: GeneratedLoad = {}): TrendRun {
  return {
    ...{ id, name: id, status: 'completed', serverName: 'gpu-03', facts, launch: null },
    createdAtEpochMs: Number(id.slice(1)),
    ...generatedRun({ requests: 200, seed: Number(id.slice(1)), ...load }),
    ...change,
  }
}

const launch = {
  ...{ launchId: 'one', hostName: 'gpu-03', startup: {}, startedInMs: null },
  ...{ reach: null, gpus: [], driverVersion: null },
}

function launchedWith(command: string): Partial<TrendRun> {
  return { launch: { ...launch, command } }
}

const ttft = { name: 'ttft', percentile: 50 } as const

function trend(runs: readonly TrendRun[], baselineId: string | null = null) {
  return trendOf({ runs, reference: runs[0] ?? run('r1'), figure: ttft, baselineId })
}

function idsOf(runs: readonly TrendRun[]): string[] {
  return trend(runs).points.map(({ runId }) => runId)
}

/** On a simulator that serves `seats` requests at once. */
function simulated(seats: number): Partial<TrendRun> {
  const flags = { 'max-num-seqs': seats }
  const simulator = simulatorSpecSchema.parse({ kind: 'simulator', preset: 'quick', flags })
  return { facts: { ...facts, simulated: true, simulator } }
}

describe('a trend', () => {
  it('leaves out runs on a simulator with other settings', () => {
    const runs = [run('r1', simulated(8)), run('r2', simulated(16)), run('r3', simulated(8))]
    expect(idsOf(runs)).toEqual(['r1', 'r3'])
  })

  it('has the runs of one configuration, oldest first, each with its interval', () => {
    const { points } = trend([run('r3'), run('r1'), run('r2')])
    expect(points.map(({ runId }) => runId)).toEqual(['r1', 'r2', 'r3'])
    for (const { figure } of points) {
      expect(figure.interval?.low).toBeLessThanOrEqual(figure.value)
      expect(figure.interval?.high).toBeGreaterThanOrEqual(figure.value)
    }
  })

  it.each<[string, TrendRun]>([
    ['another server', run('r2', { serverName: 'gpu-04' })],
    ['another model', run('r2', { facts: { ...facts, model: 'llama-70b' } })],
    ['a simulated server', run('r2', { facts: { ...facts, simulated: true } })],
    ['another concurrency', run('r2', {}, { clients: 16 })],
    ['other server flags', run('r2', launchedWith('vllm serve m --max-num-seqs 8 --port 1'))],
  ])('leaves out a run of %s', (_what, other) => {
    expect(idsOf([run('r1'), other])).toEqual(['r1'])
  })

  it.each<[string, TrendRun, TrendRun]>([
    ['version', run('r1'), run('r2', { facts: { ...facts, version: '0.33.0' } })],
    ['number of requests', run('r1'), run('r2', {}, { requests: 300 })],
    [
      'port',
      run('r1', launchedWith('/opt/vllm serve m --port 41 --max-num-seqs 8')),
      run('r2', launchedWith('/opt/vllm serve m --port 52 --max-num-seqs 8')),
    ],
  ])('keeps a run of another %s', (_what, one, other) => {
    expect(idsOf([one, other])).toEqual(['r1', 'r2'])
  })

  it('leaves out a run without the figure', () => {
    const runs = [run('r1'), run('r2')]
    const p90 = { name: 'ttft', percentile: 90 } as const
    const reference = runs[0] ?? run('r1')
    expect(trendOf({ runs, reference, figure: p90, baselineId: null }).points).toEqual([])
  })

  it('compares with the pinned baseline, else with the oldest', () => {
    const runs = [run('r1'), run('r2'), run('r3')]
    expect(trend(runs).baseId).toBe('r1')
    expect(trend(runs, 'elsewhere').baseId).toBe('r1')
    const pinned = trend(runs, 'r2')
    expect(pinned.baseId).toBe('r2')
    expect(pinned.points.map(({ shift }) => shift === null)).toEqual([false, true, false])
  })

  it('has the verdict of a comparison of the two runs', () => {
    const runs = [run('r1'), run('r2', {}, { served: 4 })]
    const figure = { name: 'e2el', percentile: null } as const
    const reference = runs[0] ?? run('r1')
    const [, slower] = trendOf({ runs, reference, figure, baselineId: null }).points
    expect(slower?.shift).toMatchObject({ verdict: 'worse' })
  })
})

it.each<[string, (string | null)[], unknown[]]>([
  ['nothing', ['1', '1'], []],
  ['an upgrade', ['1', '1', '2'], [{ at: 2, from: '1', to: '2' }]],
  ['an upgrade after unknown ones', ['1', null, '2'], [{ at: 2, from: '1', to: '2' }]],
  ['nothing before a first known one', [null, '1'], []],
  [
    'a way back',
    ['1', '2', '1'],
    [
      { at: 1, from: '1', to: '2' },
      { at: 2, from: '2', to: '1' },
    ],
  ],
])('versions change: %s', (_what, versions, changes) => {
  expect(versionChanges(versions.map((version) => ({ version })))).toEqual(changes)
})

it('places a shift of level among all points, though unusable ones do not count', () => {
  const values = [100, 101, 99, 100, 500, 101, 100, 99, 121, 120, 119, 120, 121]
  const points = values.map((value, at) => ({
    figure: { value, interval: null },
    isUsable: at !== 4,
  }))
  const { shift, drift } = historyOfTrend(points)
  expect(shift?.at).toBe(8)
  expect(shift?.change).toBeCloseTo(0.2, 1)
  expect(drift).toBeNull()
})
