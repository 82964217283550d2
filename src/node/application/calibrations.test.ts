import { asElsewhere } from '#core/stats/calibration/calibrated-for.ts'
import { expect, test } from 'vitest'
import { openDatabase } from '#node/storage/database.ts'
import { saveCalibration } from '#node/storage/calibrations.ts'
import { exampleCalibration } from '#core/report/example-calibration.test-support.ts'
import path from 'node:path'
import { clientOf } from './services/client-of.ts'
import {
  attachSimulator,
  openApplication,
  smallBenchmark,
  temporaryFolder,
  Window,
} from './application.test-support.ts'

const small = { streams: [2], eventRates: [200] }

test('a calibration is reported point by point, stored, and removed', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const { id, status } = await client.calibrations.start(small)
  expect(status).toBe('running')
  await expect(client.calibrations.remove({ id })).rejects.toThrow('still running')
  await window.event((event) => event.type === 'calibration' && event.calibration.progress === 1)
  const [kept] = await client.calibrations.list()
  expect(kept).toMatchObject({ id, points: [{ streams: 2, eventsPerS: 200, failed: 0 }] })
  await window.event(
    (event) => event.type === 'calibration' && event.calibration.status === 'completed',
  )
  await client.calibrations.remove({ id })
  expect(await client.calibrations.list()).toEqual([])
}, 60_000)

test('nothing else is measured meanwhile, until it is cancelled', async () => {
  const client = clientOf(openApplication())
  const window = new Window(client)
  const server = await attachSimulator(client)
  const { id } = await client.calibrations.start(small)
  const order = { serverId: server.id, name: null, config: smallBenchmark }
  await expect(client.benchmarks.start(order)).rejects.toThrow('"Calibration" is still running')
  await client.calibrations.cancel({ id })
  await window.event(
    (event) => event.type === 'calibration' && event.calibration.status === 'cancelled',
  )
  const run = await client.benchmarks.start(order)
  await window.run(run.id, 'completed')
}, 60_000)

test('one that the end of the program cut short is closed', async () => {
  const folder = temporaryFolder()
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  saveCalibration(database, { ...exampleCalibration, status: 'running' })
  database.close()
  const [found] = await clientOf(openApplication({ folder })).calibrations.list()
  expect(found).toEqual(asElsewhere({ ...exampleCalibration, status: 'cancelled' }))
})
