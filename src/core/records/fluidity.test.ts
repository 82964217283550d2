import { expect, test } from 'vitest'
import { measured } from '#core/stats/fixtures/requests.ts'
import { deadlinesOf, fluidPaceS } from './fluidity.ts'

function response(ttftMs: number, ...gapsMs: readonly number[]) {
  return measured({
    ttftS: ttftMs / 1000,
    interTokenLatenciesUs: Uint32Array.from(gapsMs, (gap) => 1000 * gap),
  })
}

const pace = { firstS: 0.1, betweenS: 0.05 }

test('tokens in time meet every deadline', () => {
  expect(deadlinesOf(response(100, 50, 50, 50), pace)).toEqual({ missed: 0, all: 4 })
})

test('early tokens give slack to a later one', () => {
  expect(deadlinesOf(response(60, 10, 120, 50), pace)).toEqual({ missed: 0, all: 4 })
})

test('a late token misses every deadline that passes before it, and starts the next ones', () => {
  // 130 ms late: deadlines at 50, 100 and 150 ms of the gap have passed. Then one in time.
  expect(deadlinesOf(response(100, 180, 50), pace)).toEqual({ missed: 3, all: 5 })
})

test('a late first token misses its own deadline and those of the tokens after it', () => {
  expect(deadlinesOf(response(210, 50), pace)).toEqual({ missed: 3, all: 4 })
})

test('without a deadline of the first token, only the others count', () => {
  expect(deadlinesOf(response(9000, 50, 60), { ...pace, firstS: null })).toEqual({
    missed: 1,
    all: 2,
  })
})

test('the fluid pace of even gaps is the gap', () => {
  expect(fluidPaceS(response(500, ...Array.from({ length: 40 }, () => 20)))).toBeCloseTo(0.02, 4)
})

test('a burst after a stall needs the pace of the stall only if too many deadlines pass', () => {
  const gaps = [
    ...Array.from({ length: 50 }, () => 10),
    300,
    ...Array.from({ length: 49 }, () => 10),
  ]
  // A reader at the mean pace has slack from the first half.
  expect(fluidPaceS(response(0, ...gaps))).toBeLessThan(0.02)
  expect(fluidPaceS(response(0))).toBeNull()
})
