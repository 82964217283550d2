import { expect, test } from 'vitest'
import { measured } from '#core/stats/fixtures/requests.ts'
import { steadyPasses } from './steady-passes.ts'

/** One request a second, in passes of ten. */
function requests(count: number, ttftS: (pass: number) => number) {
  return Array.from({ length: count }, (_, index) => {
    const slower = 1 + (index % 10) / 100
    return measured({
      startS: index,
      ttftS: slower * ttftS(Math.floor(index / 10)),
      latencyS: slower * ttftS(Math.floor(index / 10)) + 1,
      outputTokens: 11,
    })
  })
}
const rule = { passSize: 10, leastDurationS: 40 }

test.each([
  ['steady', 62, () => 0.1, 'windowable', 'STEADY STATE', 50],
  ['of an unfinished pass', 9, () => 0.1, 'partial_dataset', 'not found', 0],
  ['of three passes', 35, () => 0.1, 'insufficient_passes', 'not found', 30],
  [
    'slowing down',
    80,
    (pass: number) => 0.1 * 1.1 ** pass,
    'insufficient_duration',
    'drifting_up',
    69,
  ],
  ['of four passes', 41, () => 0.1, 'windowable', 'STEADY STATE', 40],
] as const)('a point %s', (_, count, ttftS, status, verdict, durationS) => {
  expect(steadyPasses(requests(count, ttftS), rule)).toMatchObject({ status, verdict, durationS })
})

test('leaves out a ramp at the beginning', () => {
  const ramp = requests(90, (pass) => 0.1 * Math.max(1, 3 - pass))
  const { passes, verdict, requests: inWindow } = steadyPasses(ramp, rule)
  expect(verdict).toBe('STEADY STATE')
  expect(passes?.first).toBeGreaterThan(0)
  expect(inWindow.length).toBe(10 * (9 - (passes?.first ?? 0)))
})

test('a shift of level is an anomaly, and the window begins after it', () => {
  const point = steadyPasses(
    requests(125, (pass) => (pass < 6 ? 0.1 : 0.13)),
    rule,
  )
  expect(point).toMatchObject({ verdict: 'anomaly', status: 'windowable' })
  expect(point.anomaly).toMatchObject({ gate: 'ttft_p50', pass: 6 })
  expect(point.passes).toEqual({ first: 6, last: 11 })
})

test.each([
  ['one slow pass', (pass: number) => (pass === 6 ? 0.2 : 0.1)],
  ['a small shift', (pass: number) => (pass < 6 ? 0.1 : 0.103)],
  ['a ramp', (pass: number) => 0.1 * 1.03 ** pass],
])('%s is no anomaly', (_, ttftS) => {
  expect(steadyPasses(requests(125, ttftS), rule).anomaly).toBeNull()
})

test('a drifting figure is a range', () => {
  const { gates } = steadyPasses(
    requests(80, (pass) => 0.1 * 1.1 ** pass),
    rule,
  )
  const gate = gates.find(({ name }) => name === 'ttft_p50')
  expect(gate?.state).toBe('Drifting Up')
  expect(gate?.lowS).toBeCloseTo(0.115, 2)
  expect(gate?.highS).toBeCloseTo(0.204, 2)
})
