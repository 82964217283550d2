import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { calibrationText, pointSentence } from './calibration-table.ts'
import { exampleCalibration, examplePoint } from '../report/example-calibration.test-support.ts'

test('a calibration as a table, with the machine it was made on', () => {
  expect(calibrationText(exampleCalibration)).toBe(
    `What this client adds to the truth, in µs at p50 / p99 / max.
2 × Xeon · linux x64 · Node 24.21.0 · truthful server in C.

streams  events/s                 TTFT             ITL                 E2EL          send lag    CPU  kept up
                             added, µs      off by, µs            added, µs         added, µs  cores
───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
     64     1,000  120 / 1,204 / 2,408  15 / 150 / 300  130 / 1,300 / 2,600  60 / 600 / 1,200   0.26  both
     64    20,000  120 / 1,204 / 2,408  15 / 150 / 300  130 / 1,300 / 2,600  60 / 600 / 1,200   0.26  both
    256    20,000  120 / 1,204 / 2,408  15 / 150 / 300  130 / 1,300 / 2,600  60 / 600 / 1,200   0.26  ◀ too much for the client`,
  )
})

test('it says so where the server was the lesser one', () => {
  const circumstances = { ...exampleCalibration.circumstances, server: 'node' } as const
  expect(calibrationText({ ...exampleCalibration, circumstances })).toContain(
    'there is no C compiler',
  )
})

test('a point in a line', () => {
  expect(inEnglish(pointSentence(examplePoint(1000, 200_000, { overloaded: 'server' })))).toBe(
    '1,000 streams, 200,000 events/s: TTFT + 120 µs (p99 1,204), ITL ± 15 µs (p99 150); the server could not keep up',
  )
})

test('in Chinese', () => {
  const [title, , , ...lines] = calibrationText(exampleCalibration, 'zh').split('\n')
  expect(title).toContain('此客户端给真实值增加的时间')
  expect(lines[0]).toMatch(/^流数 +事件\/s +TTFT +ITL +E2EL +发送滞后 +CPU +是否跟上$/)
  expect(lines.at(-1)).toMatch(/客户端跟不上$/)
})
