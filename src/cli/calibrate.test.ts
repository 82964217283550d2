import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { calibrationSchema } from '#core/model/run/calibration.ts'
import { listCalibrations } from '#node/storage/calibrations.ts'
import { openDatabase } from '#node/storage/database.ts'
import { runCli } from './run-cli.test-support.ts'

test('a calibration is printed and kept', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const small = ['--streams', '2', '--event-rates', '200', '--server', 'node', '--json']
  const { code, output, notes } = await runCli(['calibrate', ...small], {
    env: { KNEEPOINT_DATA: folder },
  })
  expect(code).toBe(0)
  expect(notes).toMatch(/^100 % {2}2 streams, 200 events\/s: TTFT \+ [\d,]+ µs/)
  const printed = calibrationSchema.parse(JSON.parse(output))
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  onTestFinished(() => void database.close())
  expect(listCalibrations(database)).toEqual([printed])
}, 60_000)

const nightly = { tags: 'nightly', timeout: 240_000 }
test(
  'a cross-check prints how far both transports are apart, and keeps nothing',
  nightly,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-cli-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const small = [
      '--streams',
      '2',
      '--event-rates',
      '100,200',
      '--server',
      'node',
      '--cross-check',
    ]
    const { code, output, notes } = await runCli(['calibrate', ...small, '--json'], {
      env: { KNEEPOINT_DATA: folder },
    })
    expect(notes).toContain('2 streams: 6 of 6 rounds')
    expect(code).toBe(0)
    const printed: unknown = JSON.parse(output)
    expect(printed).toMatchObject({
      server: 'node',
      places: [{ streams: 2, eventsPerS: 100, requests: 8, rounds: 6 }],
    })
    expect(existsSync(path.join(folder, 'kneepoint.db'))).toBe(false)
  },
)

test('what cannot be calibrated is refused', async () => {
  const { code, notes } = await runCli(['calibrate', '--streams', '0'])
  expect(code).toBe(2)
  expect(notes).toContain('--streams')
})
