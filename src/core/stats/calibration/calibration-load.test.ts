import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Truth } from '#core/model/run/calibration.ts'
import { calibrationLoad, calibrationPlaces, overloaded } from './calibration-load.ts'

describe('the loads of a calibration', () => {
  test('climb from few events to many, once each, where an answer has a rhythm', () => {
    const plan = { streams: [256, 16, 16], eventRates: [100_000, 1000, 1_000_000] }
    expect(calibrationPlaces(plan)).toEqual([
      [
        { streams: 16, eventsPerS: 1000 },
        { streams: 16, eventsPerS: 100_000 },
      ],
      [
        { streams: 256, eventsPerS: 100_000 },
        { streams: 256, eventsPerS: 1_000_000 },
      ],
    ])
  })

  test('keep the number of streams open, and the rate of events', () => {
    const streams = fc.integer({ min: 1, max: 10_000 })
    fc.assert(
      fc.property(streams, fc.double({ min: 5, max: 1000, noNaN: true }), (streams, perStream) => {
        const eventsPerS = streams * perStream
        const { timing, tokens, requestsPerS, requests } = calibrationLoad({ streams, eventsPerS })
        const answerS = (timing.ttftMs + (tokens - 1) * timing.itlMs) / 1000
        expect(requestsPerS * answerS).toBeCloseTo(streams, 6)
        expect((streams * 1000) / timing.itlMs).toBeCloseTo(eventsPerS, 6)
        expect(requests).toBeGreaterThanOrEqual(2 * streams)
      }),
    )
  })
})

describe('a load is too much', () => {
  const load = calibrationLoad({ streams: 10, eventsPerS: 1000 })
  const added = (p50: number) => {
    const delay = { p50, p99: p50, max: p50 }
    return { failed: 0, addedUs: { ttft: delay, itl: delay, e2el: delay, sendLag: delay } }
  }
  const truths = (gapMs: number): Truth[] => [
    { id: 'a', received: 0, first: 1, gaps: [gapMs * 1e6, gapMs * 1e6] },
  ]

  test.each([
    { what: 'neither', gapMs: 10, backlogUs: 9000, failed: 0, expected: null },
    {
      what: 'the client, by its backlog',
      gapMs: 10,
      backlogUs: 11_000,
      failed: 0,
      expected: 'client',
    },
    { what: 'the client, by failures', gapMs: 10, backlogUs: 0, failed: 1, expected: 'client' },
    {
      what: 'the server, first of all',
      gapMs: 10.6,
      backlogUs: 11_000,
      failed: 0,
      expected: 'server',
    },
  ])('for $what', ({ gapMs, backlogUs, failed, expected }) => {
    expect(overloaded({ ...added(backlogUs), failed }, truths(gapMs), load)).toBe(expected)
  })
})
