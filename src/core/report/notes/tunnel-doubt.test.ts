import { describe, expect, test } from 'vitest'
import type { Run } from '../../model/run/run.ts'
import { exampleRun } from '../example-run.test-support.ts'
import { tunnelDoubt } from './tunnel-doubt.ts'

type Reach = NonNullable<Run['launch']>['reach']

function doubtOf(reach: Reach) {
  const { summary } = exampleRun()
  const launch = {
    ...{ launchId: 'a', hostName: 'gpu-03', command: 'vllm', startup: {}, startedInMs: null },
    ...{ reach, gpus: [], driverVersion: null },
  }
  return { doubt: tunnelDoubt({ launch, summary }), medianMs: summary.metrics.ttft.median }
}

function throughTunnel(median: number): NonNullable<Reach> {
  return { isForwarded: true, roundTripMs: { median, max: 2 * median, samples: 20 } }
}

describe('a run through a tunnel', () => {
  test('is doubted where the round trip is a good part of its TTFT', () => {
    const { doubt, medianMs } = doubtOf(throughTunnel(30))
    expect(doubt).toEqual({ roundTripMs: 30, shareOfTtft: 30 / medianMs })
  })

  test.each<[string, Reach]>([
    ['whose round trip is small', throughTunnel(0.5)],
    ['whose round trip nobody knows', { isForwarded: true, roundTripMs: null }],
    ['that needed no tunnel', { ...throughTunnel(30), isForwarded: false }],
    ['of an unknown way', null],
  ])('is not doubted one %s', (_, reach) => {
    expect(doubtOf(reach).doubt).toBe(null)
  })

  test('nor one on a server that was not launched from here', () => {
    expect(tunnelDoubt({ launch: null, summary: exampleRun().summary })).toBe(null)
  })
})
