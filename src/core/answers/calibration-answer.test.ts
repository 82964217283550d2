import { expect, test } from 'vitest'
import { textIn } from '#core/messages/message.ts'
import type { CalibrationPoint } from '../model/run/calibration.ts'
import { calibrationAnswer } from './calibration-answer.ts'

type Measured = Pick<CalibrationPoint, 'streams' | 'eventsPerS' | 'overloaded'>

function answer(...measured: readonly (Measured & { p99Us?: number })[]): string | null {
  const points = measured.map(({ p99Us = 400, ...place }): CalibrationPoint => {
    const delay = { p50: 100, p99: p99Us, max: 9000 }
    const addedUs = { ttft: delay, itl: delay, e2el: delay, sendLag: delay }
    return { ...place, requests: 64, failed: 0, addedUs, cpuShare: 0.2 }
  })
  const found = calibrationAnswer({ points })
  return found && textIn('en', found.text)
}

const light = { streams: 16, eventsPerS: 1000, overloaded: null }
const heavy = { streams: 16, eventsPerS: 50_000, overloaded: null, p99Us: 1500 }

test('nothing measured has no answer', () => {
  expect(answer()).toBeNull()
})

test('the heaviest load that both kept up with, and the largest error up to it', () => {
  expect(answer(light, heavy)).toBe(
    'Yes, up to at least 16 streams with 50,000 events/s · TTFT within 1.50 ms and ITL within 1.50 ms at p99',
  )
})

test('a client that was overloaded bounds the answer', () => {
  expect(answer(light, { ...heavy, overloaded: 'client' })).toContain(
    'Yes, up to 16 streams with 1,000 events/s',
  )
})

test('a server that was overloaded says nothing against the client', () => {
  expect(answer(light, { ...heavy, overloaded: 'server' })).toContain('up to at least 16 streams')
})

test('no load beyond one that overloaded the client counts', () => {
  const beyond = { streams: 64, eventsPerS: 2000, overloaded: null }
  expect(answer({ ...light, overloaded: 'client' }, beyond)).toBe(
    'No: 16 streams with 1,000 events/s are already too much for it',
  )
})
