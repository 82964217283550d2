import { expect, test } from 'vitest'
import { startupJson, startupRows, startupTimes } from './startup-times.ts'

const start = (seconds: number, compileS?: number) =>
  startupTimes({
    entered: [
      { phase: 'import', atMs: 1000 },
      { phase: 'weights', atMs: 3000 },
    ],
    facts: compileS === undefined ? {} : { compileS },
    readyAtMs: 1000 + seconds * 1000,
    totalS: seconds + 0.5,
  })

test('a phase lasts until the next, the last until the server is ready', () => {
  expect(start(8, 1.5)).toEqual({
    total: 8.5,
    compilation: 1.5,
    phases: { import: 2, weights: 6 },
  })
})

test('the file has the keys of the original, and the phases', () => {
  const rows = startupRows({ cold: [start(10, 4), start(12)], warm: [start(8)] })
  expect(rows.map(({ name }) => name)).toEqual(['total', 'compilation', 'import', 'weights'])
  expect(startupJson(rows)).toMatchObject({
    avg_cold_startup_time: 11.5,
    cold_startup_times: [10.5, 12.5],
    cold_startup_percentiles: { 10: 10.7, 50: 11.5, 99: 12.48 },
    cold_compilation_times: [4],
    warm_weights_times: [6],
  })
  expect(startupJson(rows)).not.toHaveProperty('warm_compilation_times')
})
