import { describe, expect, test } from 'vitest'
import type { LiveSnapshot } from '#core/model/run/run.ts'
import { t } from '../../../i18n/i18n.ts'
import { busy, light, sweepOf } from '../example-sweep.test-support.ts'
import { cellCurves } from '../cells/sweep-cells.ts'
import { plannedLoads } from './planned-loads.ts'

const choice = { metric: 'ttft', percentiles: [50], throughput: 'outputThroughput' } as const

function inProgress(measured: Parameters<typeof sweepOf>[0], runs: number | null = null) {
  const { sweep, rows } = sweepOf(measured)
  const points = sweep.points.map((point) =>
    point.index === runs ? { ...point, status: 'running' as const } : point,
  )
  return { sweep: { ...sweep, points }, curves: cellCurves(sweep, rows) }
}

function snapshot(part: Partial<LiveSnapshot>): LiveSnapshot {
  return { elapsedS: 2, asked: 24, recentTtftMs: null, ...part } as LiveSnapshot
}

describe('before the first point', () => {
  test('every load is placed by the lengths that are asked for', () => {
    const { config } = inProgress([]).sweep.plan
    expect(plannedLoads({ measured: inProgress([]), choice, course: [] }, t)).toEqual({
      loads: [1, 10, 100].map((rate) => ({
        throughput: rate * config.randomOutputLen,
        name: `${rate}/s`,
      })),
      current: null,
    })
  })

  test('and by the rates themselves, for requests', () => {
    const perRequest = { ...choice, throughput: 'requestThroughput' } as const
    const planned = plannedLoads({ measured: inProgress([]), choice: perRequest, course: [] }, t)
    expect(planned?.loads.map(({ throughput }) => throughput)).toEqual([1, 10, 100])
  })
})

test('what is measured has its points, and only the rest is planned', () => {
  const planned = plannedLoads({ measured: inProgress([light, busy]), choice, course: [] }, t)
  expect(planned?.loads.map(({ name }) => name)).toEqual(['100/s'])
})

describe('the current load', () => {
  const perRequest = { ...choice, throughput: 'requestThroughput' } as const
  const currentOf = (course: readonly LiveSnapshot[], runs: number | null = 1) =>
    plannedLoads({ measured: inProgress([], runs), choice: perRequest, course }, t)?.current ?? null

  test('is the rate up to now, at the latency that was seen last', () => {
    const course = [snapshot({ recentTtftMs: 80 }), snapshot({ elapsedS: 4, asked: 40 })]
    expect(currentOf(course)).toEqual({
      ...{ throughput: 10, ms: 80, name: 'now' },
    })
  })

  test('is not known before a response, nor between two points', () => {
    expect(currentOf([snapshot({})])).toBeNull()
    expect(currentOf([snapshot({ recentTtftMs: 80 })], null)).toBeNull()
  })
})

test('a sweep that is over plans nothing', () => {
  const measured = inProgress([light])
  const over = { ...measured, sweep: { ...measured.sweep, status: 'cancelled' as const } }
  expect(plannedLoads({ measured: over, choice, course: [] }, t)).toBeUndefined()
})
