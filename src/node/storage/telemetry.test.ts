import { expect, test } from 'vitest'
import { sampledValues } from '#core/records/sampled-values.ts'
import { removeRuns, saveRun } from './runs.ts'
import { exampleRun, temporaryDatabase } from './storage.test-support.ts'
import { readTelemetry, saveTelemetryProblem, telemetryAppender } from './telemetry.ts'

const server = { kind: 'server', label: '' } as const
const gpu = { kind: 'gpu', label: '1' } as const

test('samples are read as reported, by source and in their order', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const appendServer = telemetryAppender(database, exampleRun.id, server)
  const appendGpu = telemetryAppender(database, exampleRun.id, gpu)
  appendServer({ atEpochMs: 2000.5, values: { requestsRunning: 3, promptTokens: 2 ** 40 + 1 } })
  appendGpu({ atEpochMs: 1500, values: { powerW: 486.21, throttleReasons: 4 } })
  appendServer({ atEpochMs: 1000.25, values: { requestsRunning: 0 } })
  appendServer({ atEpochMs: 1000.25, values: { requestsRunning: 9 } })

  const nothing = Object.fromEntries(sampledValues.server.map((name) => [name, null]))
  expect(readTelemetry(database, exampleRun.id)).toEqual({
    sources: [
      {
        ...server,
        samples: [
          { atEpochMs: 1000.25, values: { ...nothing, requestsRunning: 0 } },
          {
            atEpochMs: 2000.5,
            values: { ...nothing, requestsRunning: 3, promptTokens: 2 ** 40 + 1 },
          },
        ],
      },
      {
        ...gpu,
        samples: [
          {
            atEpochMs: 1500,
            values: {
              powerW: 486.21,
              energyJ: null,
              throttleReasons: 4,
              utilizationPercent: null,
              memoryUsedMiB: null,
              smClockMhz: null,
              temperatureC: null,
            },
          },
        ],
      },
    ],
    problems: [],
  })
})

test('of each kind the last problem is kept', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  for (const message of ['first', 'last']) {
    saveTelemetryProblem(database, exampleRun.id, { kind: 'gpu', message })
  }
  saveTelemetryProblem(database, exampleRun.id, { kind: 'server', message: 'silent' })
  expect(readTelemetry(database, exampleRun.id).problems).toEqual([
    { kind: 'server', message: 'silent' },
    { kind: 'gpu', message: 'last' },
  ])
})

test('it goes with its run', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  telemetryAppender(database, exampleRun.id, gpu)({ atEpochMs: 1, values: { powerW: 1 } })
  saveTelemetryProblem(database, exampleRun.id, { kind: 'server', message: 'silent' })
  removeRuns(database, [exampleRun.id])
  for (const table of ['telemetry_sources', 'telemetry_samples', 'telemetry_problems']) {
    expect(database.prepare(`SELECT * FROM ${table}`).all(), table).toEqual([])
  }
})
