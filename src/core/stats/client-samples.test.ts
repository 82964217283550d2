import { expect, test } from 'vitest'
import { clientHealth, type ClientSamples } from './client-samples.ts'
import { LagTally } from './durations/lag-tally.ts'

function lags(...valuesUs: readonly number[]) {
  const tally = new LagTally()
  for (const us of valuesUs) tally.add(us)
  return tally.toCounts()
}

function thread(changes: Partial<ClientSamples> = {}): ClientSamples {
  return {
    elapsedUs: 10e6,
    sendLag: lags(),
    paceLag: lags(),
    readLag: lags(),
    firstTokenLag: lags(),
    loopDelayP99Us: 0,
    loopDelayMaxUs: 0,
    gcPauseTotalUs: 0,
    gcPauseMaxUs: 0,
    processCpuUs: 0,
    threadCpuUs: 0,
    lastDueUs: 0,
    lastSentUs: 0,
    ...changes,
  }
}

test('threads are merged: lags pooled, delays from the worst, processor time of each', () => {
  const health = clientHealth([
    thread({
      sendLag: lags(1, 2, 3),
      readLag: lags(10, 20),
      loopDelayP99Us: 5,
      loopDelayMaxUs: 50,
      gcPauseTotalUs: 100,
      gcPauseMaxUs: 60,
      processCpuUs: 12e6,
      threadCpuUs: 4e6,
      lastDueUs: 9e6,
      lastSentUs: 9e6,
    }),
    thread({
      sendLag: lags(8),
      readLag: lags(31, 4000),
      firstTokenLag: lags(31),
      loopDelayP99Us: 7,
      loopDelayMaxUs: 40,
      gcPauseTotalUs: 50,
      gcPauseMaxUs: 50,
      processCpuUs: 12e6,
      threadCpuUs: 7e6,
      lastDueUs: 9.5e6,
      lastSentUs: 10e6,
    }),
  ])
  expect(health).toEqual({
    sendLagP50Us: 2,
    sendLagP99Us: 8,
    sendLagMaxUs: 8,
    readLagMeanUs: 1015,
    readLagP99Us: 4000,
    readLagMaxUs: 4000,
    lateReadShare: 0.25,
    firstTokenLagMeanUs: 31,
    firstTokenLagP99Us: 31,
    loopDelayP99Us: 7,
    loopDelayMaxUs: 50,
    gcPauseTotalUs: 150,
    gcPauseMaxUs: 60,
    cpuShare: 1.2,
    threadCpuShares: [0.4, 0.7],
    keptRateShare: 0.95,
  })
})

test.each([
  ['kept, and early by a hair', 2e6, 1.9e6, 1],
  ['not asked', 0, 5e6, null],
  ['asked for less than a second', 0.9e6, 1.8e6, null],
])('a rate that was %s', (_, lastDueUs, lastSentUs, share) => {
  expect(clientHealth([thread({ lastDueUs, lastSentUs })]).keptRateShare).toBe(share)
})

test('without a read there is no read lag, and a system may not distinguish threads', () => {
  const health = clientHealth([thread({ threadCpuUs: null })])
  expect(health).toMatchObject({ readLagMeanUs: null, lateReadShare: null, threadCpuShares: [] })
})
