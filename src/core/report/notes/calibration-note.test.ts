import { expect, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import { inEnglish, type Text } from '#core/messages/message.ts'
import { calibrationNote } from './calibration-note.ts'
import { exampleCalibration, examplePoint } from '../example-calibration.test-support.ts'
import { exampleRun } from '../example-run.test-support.ts'

const { summary } = exampleRun()

test('names the calibrated load nearest above that of the run', () => {
  expect(readable(calibrationNote(summary, [exampleCalibration]))).toEqual([
    'Calibrated 2026-11-21, at 64 streams, 1000 events/s: TTFT + 0.12 ms (p99 1.20 ms), 99 % of gaps within 0.15 ms.',
  ])
})

test.each([
  { what: 'more streams', changes: { peakConcurrency: 65 } },
  { what: 'more events a second', changes: { durationS: 0.0001 } },
])('names the greatest calibrated load for a run of $what', ({ changes }) => {
  const [note] = calibrationNote({ ...summary, ...changes }, [exampleCalibration]).map(inEnglish)
  expect(note).toContain('but only up to 256 streams, 20000 events/s')
})

test('the newest complete calibration counts, else the newest that got anywhere', () => {
  const older = { ...exampleCalibration, createdAtEpochMs: 0, points: [examplePoint(8, 8000)] }
  const newer = { ...exampleCalibration, createdAtEpochMs: 9e12, points: [] }
  const [note] = calibrationNote(summary, [older, newer, exampleCalibration]).map(inEnglish)
  expect(note).toContain('at 64 streams')

  const cut = { ...exampleCalibration, createdAtEpochMs: 9e12, status: 'cancelled' } as const
  const day = ([text = '']: readonly Text[]) => inEnglish(text).slice(0, 21)
  expect(day(calibrationNote(summary, [cut, exampleCalibration]))).toBe('Calibrated 2026-11-21')
  expect(day(calibrationNote(summary, [cut]))).toBe('Calibrated 2255-03-14')
})

test('nothing is said where there is none, or nothing was streamed', () => {
  expect(readable(calibrationNote(summary, []))).toEqual([])
  const { itl } = summary.metrics
  const silent = { ...summary, metrics: { ...summary.metrics, itl: { ...itl, count: 0 } } }
  expect(readable(calibrationNote(silent, [exampleCalibration]))).toEqual([])
})
