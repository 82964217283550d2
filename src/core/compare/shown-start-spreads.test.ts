// How far starts differ, as stored runs show: repeats on one start are one start, other configurations and versions none.
import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { compareTwoRuns } from '#core/compare/compare-runs.ts'
import { headline } from '#core/compare/headline.ts'
import { simulatedRun } from '#core/compare/simulated-run.test-support.ts'
import { shownStartSpreads, type StartedTrendRun } from './shown-start-spreads.ts'

const dayMs = 86_400_000
const load = { requestRate: 'inf', maxConcurrency: 16 } as const

type Start = Readonly<{ id: number; speed: number; atMs?: number; version?: string }>

function started({ id, speed, atMs = id * dayMs, version = '1' }: Start) {
  const random = new NumpyRandomState(id)
  const run: StartedTrendRun = {
    ...simulatedRun({ load, server: { speed }, requests: 200, random }),
    ...{ id: String(id), name: String(id), status: 'completed', createdAtEpochMs: atMs },
    ...{ startedAtEpochMs: atMs, serverName: 'gpu', baseUrl: 'http://gpu:8000', launch: null },
    facts: { model: 'm', maxModelLen: null, version, kvCacheTokens: null, simulated: false },
  }

  return run
}

const speeds = [1, 1.08, 0.93, 1.05, 0.95]
const history = speeds.map((speed, at) => started({ id: at + 1, speed }))
const [base] = history
const other = started({ id: 9, speed: 1.12, version: '2' })
if (base === undefined) throw new Error('no history')

describe('stored starts', () => {
  test('show their standard deviation, with one degree less than their number', () => {
    const shown = shownStartSpreads(base, other, [...history, other])['outputThroughput/mean']
    const logs = speeds.map(Math.log)
    const mean = logs.reduce((sum, log) => sum + log) / logs.length
    const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1)
    expect(shown?.starts).toBe(6)
    expect(shown?.degrees).toBe(4)
    expect(shown?.share).toBeGreaterThan(0.7 * Math.sqrt(variance))
    expect(shown?.share).toBeLessThan(1.3 * Math.sqrt(variance))
  })

  test('are counted, not the repeats on them', () => {
    const repeats = history.map(({ id }, at) =>
      started({ id: Number(id), speed: 1, atMs: dayMs + at * 60_000 }),
    )
    expect(shownStartSpreads(base, other, [...repeats, other])).toEqual({})
  })

  test('of other versions do not count', () => {
    const later = history.map(({ id }, at) =>
      started({ id: Number(id) + 20, speed: speeds[at] ?? 1, version: '3' }),
    )
    expect(shownStartSpreads(base, other, [...later, base, other])).toEqual({})
  })

  test('widen a comparison as far as they differ, and are named instead of an assumption', () => {
    const shown = shownStartSpreads(base, other, [...history, other])
    const compared = compareTwoRuns(base, other, { assumed: 0.01, shown })
    const width = (of: typeof compared) => {
      const found = of.figures.find(({ name }) => name === 'outputThroughput')?.shareInterval
      return found ? found.high - found.low : NaN
    }
    const assumed = compareTwoRuns(base, other, { assumed: 0.01, shown: {} })
    expect(width(compared)).toBeGreaterThan(2 * width(assumed))
    expect(headline(compared, 'en')).toContain('as 6 stored starts did')
    expect(headline(compared, 'en')).not.toContain('assume')
    expect(headline(compared, 'zh')).toContain('6 次已存启动')
    expect(headline(assumed, 'en')).toContain('assume that starts of a server differ by 1 %')
  })
})

test('without any spread two runs are compared, and their servers are not', () => {
  const compared = compareTwoRuns(base, other, { assumed: 0, shown: {} })
  expect(headline(compared, 'en')).toMatch(/^Within these two runs: output throughput \+/)
  expect(headline(compared, 'en')).toContain('No verdict on the servers')
  const withVerdict = compared.figures.filter(({ verdict }) => verdict !== null)
  expect(withVerdict.map(({ name }) => name)).toEqual(['failedShare'])
})
