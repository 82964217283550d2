// A colleague's calibration arrives in a bundle: it is listed, and no run of this client is judged by it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Calibration } from '#core/model/run/calibration.ts'
import { exampleCalibration, examplePoint } from '#core/report/example-calibration.test-support.ts'
import {
  calibratedFor,
  markElsewhere,
  withCalibration,
} from '#core/stats/calibration/calibrated-for.ts'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { BundleIntake } from '#node/result-files/bundle-intake.ts'
import { clientCircumstances } from '#node/load/runtime/client-circumstances.ts'
import { listCalibrations } from '#node/storage/calibrations.ts'
import { openDatabase } from '#node/storage/database.ts'

const { summary: busyRun } = generatedRun({ rate: 10 })
const here = clientCircumstances('0.1.0')
const own: Calibration = {
  ...exampleCalibration,
  circumstances: { ...here, server: 'c' },
  points: [examplePoint(1, 1, { overloaded: 'client' })],
}

test('an imported calibration is stored as such, and judges nothing', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-calibration-'))
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })
  const intake = new BundleIntake(database, { fileName: 'colleague.gz', nowEpochMs: 0 })
  intake.take({ kind: 'calibration', calibration: own })
  const stored = listCalibrations(database)
  expect(stored).toMatchObject([{ id: own.id, circumstances: { isElsewhere: true } }])
  expect(judged(markElsewhere(stored, here))).toBe(null)
  expect(judged([own])).toMatchObject({ streams: 1 })
})

test.each([
  { remark: 'another machine of the same kind', changes: { machine: 'another' } },
  { remark: 'another processor', changes: { processor: 'another' } },
  { remark: 'fewer cores', changes: { cores: here.cores + 1 } },
  { remark: 'another Node', changes: { nodeVersion: '1.2.3' } },
  { remark: 'another version of the program', changes: { clientVersion: '0.0.9' } },
  { remark: 'another system', changes: { platform: 'plan9 mips' } },
])('a calibration of $remark counts for nothing here', ({ changes }) => {
  const other = { ...own, circumstances: { ...own.circumstances, ...changes } }
  expect(judged(markElsewhere([other], here))).toBe(null)
  expect(judged(markElsewhere([other, own], here))).toMatchObject({ streams: 1 })
})

/** The load at which the calibration says that the client of a busy run was overloaded. */
function judged(calibrations: readonly Calibration[]): unknown {
  const judgedSummary = withCalibration(busyRun, calibrations)
  const isJudged = judgedSummary.client?.overloadedAt !== null
  expect(calibratedFor(busyRun, calibrations) !== null).toBe(isJudged)
  return judgedSummary.client?.overloadedAt ?? null
}
