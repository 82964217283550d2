import { describe, expect, test } from 'vitest'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { type Run, runSchema } from '../model/run/run.ts'
import { simulatorSpecSchema } from '../model/server.ts'
import { sweepPlanSchema, type SweepPoint } from '#core/model/sweep.ts'
import { measured } from '../stats/fixtures/requests.ts'
import { wholeSummary } from '../stats/fixtures/summaries.ts'
import { configurationsOf } from '../sweep/configurations.ts'
import { compareToConfiguration } from '../sweep/compare-to-configuration.ts'
import { sweepPoints } from '../sweep/sweep-points.ts'
import {
  comparisonsCsv,
  comparisonText,
  configurationComparisons,
  configurationTitle,
  runComparisons,
} from './comparison-document.ts'
import { comparisonTable } from './compared-figures.ts'

type ComparedConfigurations = Parameters<typeof configurationComparisons>[0]

const plan = sweepPlanSchema.parse({
  name: 'Seats',
  config: benchmarkFieldsSchema.parse({ metricPercentiles: [50, 95] }),
  requestRates: [10, 20],
  maxConcurrencies: [null],
  secondsPerPoint: 10,
  repeats: 3,
  axes: [
    { name: 'seats', settings: [64, 4].map((seats) => ({ server: { seats }, benchmark: {} })) },
  ],
})
const sweep = { plan, servers: [] }

/** The second setting waits twice as long at the lighter load, and was not measured at the other. */
function measuredPoint(point: SweepPoint): SweepPoint {
  const [setting] = point.settings
  if (setting === 1 && point.requestRate === 20) return point
  return { ...point, status: 'completed', runId: `run-${point.index}` }
}

function runOf({ runId, settings, seedOffset }: SweepPoint): Run[] {
  if (runId === null) return []
  const ttftS = (settings[0] === 1 ? 0.2 : 0.1) * (1 + seedOffset / 1000)
  const requests = Array.from({ length: 80 }, (_, index) =>
    measured({ startS: index / 10, ttftS, latencyS: ttftS + 1, outputTokens: 11 }),
  )
  const { config } = plan
  const known = { id: runId, name: runId, status: 'completed', createdAtEpochMs: 0 }
  const empty = { sweepId: null, pointIndex: null, startedAtEpochMs: null, failure: null }
  return [
    runSchema.parse({
      ...known,
      ...empty,
      config,
      summary: wholeSummary(requests, config),
      baseUrl: null,
      serverName: null,
      facts: null,
      startedAtMonotonicS: null,
      tags: [],
      plannedRequests: 80,
      clientVersion: null,
      imported: null,
      launch: null,
    }),
  ]
}

const points = sweepPoints(plan).map(measuredPoint)
const runs = new Map(points.flatMap(runOf).map((run) => [run.id, run]))

function failed(run: Run): Run {
  return { ...run, summary: run.summary && { ...run.summary, failed: 20 } }
}

function against(base: number): ComparedConfigurations {
  const configuration = configurationsOf(plan, 1)[base]
  if (configuration === undefined) throw new Error('There is no such configuration.')
  return {
    sweep,
    base: configuration,
    compared: compareToConfiguration({ points, runs }, configuration),
  }
}

function tableOf(compared: ComparedConfigurations): string {
  const [document] = configurationComparisons(compared)
  return document === undefined ? '' : comparisonText(document)
}

describe('settings of a sweep against one of them', () => {
  test('are compared at the loads both were measured at, their repeats in pairs', () => {
    const [compared, ...others] = against(0).compared
    expect(others).toEqual([])
    expect(compared && configurationTitle(compared.configuration, sweep)).toBe('seats 4')
    expect(compared?.loads.map(({ requestRate }) => requestRate)).toEqual([10])
    const ttft = compared?.loads[0]?.comparison.figures.find(({ name }) => name === 'ttft')
    expect(ttft).toMatchObject({ runs: { base: 3, other: 3 }, isPaired: true })
    expect(ttft?.verdict).toBe('worse')
  })

  test('are a table of what is mostly asked for, without what never varies', () => {
    const table = tableOf(against(0))
    const lines = table.split('\n')
    expect(lines[0]).toBe('seats 4 against seats 64')
    expect(table).not.toContain('in flight')
    expect(lines[1]).toMatch(/^10 req\/s: .*TTFT \+100/)
    expect(table).toMatch(/ 10 {2}mean TTFT ms .*\+100 % .* 3 \/ 3 {2}worse$/m)
    expect(table).toMatch(/ p95 TTFT ms /)
    expect(table).not.toMatch(/p50|p99/)
  })

  test('mark loads with an unreliable run', () => {
    const failing = new Map([...runs].map(([id, run]) => [id, id === 'run-0' ? failed(run) : run]))
    const compared = compareToConfiguration({ points, runs: failing }, against(0).base)
    const comparison = { ...against(0), compared }
    expect(tableOf(comparison)).toMatch(/mean TTFT ms .* no verdict$/m)
    expect(comparisonsCsv(configurationComparisons(comparison))).toMatch(
      /,10,,ttft,.*,not-usable\r\n/,
    )
  })

  test('turn about with the base', () => {
    expect(tableOf(against(1))).toMatch(/mean TTFT ms .*-50\.0 % .*better$/m)
  })

  test('are every figure as comma-separated values', () => {
    const [head = '', ...lines] = comparisonsCsv(configurationComparisons(against(0)))
      .trimEnd()
      .split('\r\n')
    expect(head.split(',').slice(0, 5)).toEqual([
      ...['base_arm', 'other_arm', 'request_rate', 'max_concurrency', 'figure'],
    ])
    expect(lines.some((line) => line.startsWith('seats 64,seats 4,10,,ttft,50,ms,'))).toBe(true)
    expect(lines.every((line) => line.split(',').length === head.split(',').length)).toBe(true)
  })
})

test('several sides stand beside one base, each under its name', () => {
  const pairs = configurationComparisons(against(0))[0]?.pairs ?? []
  const table = comparisonTable('Seats', [pairs, []], { language: 'zh' })
  expect(table.groups).toEqual([
    { head: '', columns: 2 },
    { head: 'seats 64', runId: undefined, columns: 1 },
    { head: 'seats 4', runId: undefined, columns: 5 },
    { head: '', runId: undefined, columns: 5 },
  ])
  const row = table.rows.find(([, title]) => title === '平均 TTFT ms') ?? []
  expect(row[7]).toMatchObject({ verdict: 'worse' })
  expect(row.slice(8)).toEqual(['–', '–', '–', '–', '–'])
})

test('two runs name what differs between their simulated servers', () => {
  const [one] = runs.values()
  if (one === undefined || one.summary === null) throw new Error('no run was measured')
  const named = (seats: number) => ({
    ...{ ...one, summary: wholeSummary([], one.config), serverName: `seats ${seats}` },
    facts: {
      ...{ model: 'm', maxModelLen: null, version: null, kvCacheTokens: null, simulated: true },
      simulator: simulatorSpecSchema.parse({
        ...{ kind: 'simulator', preset: 'quick', flags: { 'max-num-seqs': seats } },
      }),
    },
  })
  const texts = runComparisons(named(8), [named(16), named(8)]).map((each) => comparisonText(each))
  expect(texts[0]).toContain('The servers differ: server seats 8 / seats 16, --max-num-seqs 8 / 16')
  expect(texts[1]).not.toContain('The servers differ')
})
