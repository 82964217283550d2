import { describe, expect, test } from 'vitest'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { measured, refused, rejection } from '../fixtures/requests.ts'
import { standstillsOf } from './standstills.ts'

const stepS = 0.05
const tokens = 40

type Stop = Readonly<{ fromS: number; lastsS: number }>

/** Two requests a second; the server stops during `stop`. */
function streams(stop: Stop | null, changes: Partial<MeasuredRequest> = {}): MeasuredRequest[] {
  const servedS = (startS: number, workS: number) => {
    if (stop === null || startS + workS <= stop.fromS) return startS + workS
    return Math.max(startS, stop.fromS) === startS && startS < stop.fromS + stop.lastsS
      ? stop.fromS + stop.lastsS + workS
      : startS >= stop.fromS + stop.lastsS
        ? startS + workS
        : startS + workS + stop.lastsS
  }
  return Array.from({ length: 80 }, (_, at) => {
    const startS = at / 2
    const atS = Array.from({ length: tokens }, (__, token) => servedS(startS, (token + 2) * stepS))
    const [firstS = 0, lastS = 0] = [atS[0], atS.at(-1)]
    const gapsUs = atS.slice(1).map((each, before) => Math.round((each - (atS[before] ?? 0)) * 1e6))
    return measured({
      ...{ startS, ttftS: firstS - startS, latencyS: lastS - startS },
      ...{ interTokenLatenciesUs: Uint32Array.from(gapsUs), promptTokens: 100, ...changes },
    })
  })
}

const stop = { fromS: 20.02, lastsS: 3 }

describe('standstills', () => {
  test('none of a server that keeps sending', () => {
    expect(standstillsOf(streams(null), 0)).toBeNull()
  })

  test('the time, and what it lengthened, of a server that stopped', () => {
    const found = standstillsOf(streams(stop), 0)
    expect(found).toMatchObject({ count: 1 })
    expect(found?.longestAtS).toBeCloseTo(20, 0)
    expect(found?.longestS).toBeCloseTo(3, 1)
    expect(found?.totalS).toBe(found?.longestS)
    // Sent shortly before the stop, or during it.
    expect(found?.ttftShare).toBeCloseTo(7 / 80, 2)
    expect(found?.itlShare).toBeCloseTo(4 / (80 * (tokens - 1)), 3)
  })

  test('none if the client itself may have paused for that long', () => {
    expect(standstillsOf(streams(stop), 2.5)).toBeNull()
    expect(standstillsOf(streams(stop), 1.5)).not.toBeNull()
  })

  test('none if a refusal arrives every half second', () => {
    const refusals = Array.from({ length: 8 }, (_, at) =>
      measured({ startS: 20 + at / 2, latencyS: 0.01, error: rejection }),
    )
    expect(standstillsOf([...streams(stop), ...refusals], 0)).toBeNull()
  })

  test('failed connections do not show that the server responds', () => {
    const failures = Array.from({ length: 8 }, (_, at) =>
      measured({ startS: 20 + at / 2, ttftS: 0, latencyS: 0.01, error: refused }),
    )
    expect(standstillsOf([...streams(stop), ...failures], 0)).not.toBeNull()
  })

  test('none while no request is in flight', () => {
    const later = streams(null).map((one) => ({ ...one, startS: one.startS + 100 }))
    expect(standstillsOf([...streams(null), ...later], 0)).toBeNull()
  })

  test('none of a single silent request', () => {
    const [one = measured()] = streams(null)
    const gapsUs = one.interTokenLatenciesUs.map((gapUs, at) => (at === 9 ? gapUs + 3e6 : gapUs))
    const silent = { ...one, interTokenLatenciesUs: gapsUs, latencyS: one.latencyS + 3 }
    const alone = streams(null).map((each) => ({ ...each, startS: 4 * each.startS + 10 }))
    expect(standstillsOf([silent, ...alone], 0)).toBeNull()
  })

  test('none while the prompt of one request is computed whole', () => {
    const requests = streams(stop)
    // The first request that the stop delayed has the long prompt.
    const reader = requests.findIndex(({ ttftS }) => ttftS > 3)
    const withPrompt = requests.map((one, at) =>
      at === reader ? { ...one, promptTokens: 60_000 } : one,
    )
    expect(standstillsOf(withPrompt, 0)).toBeNull()
    const cached = withPrompt.map((one, at) =>
      at === reader ? { ...one, cachedTokens: 59_900 } : one,
    )
    expect(standstillsOf(cached, 0)).not.toBeNull()
  })

  test('none of responses that always arrive in one piece after seconds', () => {
    const whole = Array.from({ length: 40 }, (_, at) =>
      measured({
        startS: at,
        ttftS: 0,
        latencyS: 3 * at + 3 - at,
        interTokenLatenciesUs: new Uint32Array(),
      }),
    )
    expect(standstillsOf(whole, 0)).toBeNull()
  })
})
