import { describe, expect, test } from 'vitest'
import type { Run } from '../model/run/run.ts'
import { exampleRun } from './example-run.test-support.ts'
import { tunnelIssue } from './tunnel-issue.ts'

type Reach = NonNullable<Run['launch']>['reach']

function issueOf(reach: Reach) {
  const { summary } = exampleRun()
  const launch = {
    launchId: 'a',
    hostName: 'gpu-03',
    command: 'vllm',
    startup: {},
    startedInMs: null,
    reach,
    gpus: [],
    driverVersion: null,
  }
  return { issue: tunnelIssue({ launch, summary }), medianMs: summary.metrics.ttft.median }
}

function throughTunnel(median: number): NonNullable<Reach> {
  return { isForwarded: true, roundTripMs: { median, max: 2 * median, samples: 20 } }
}

describe('a run through a tunnel', () => {
  test('is doubted where the round trip is a good part of its TTFT', () => {
    const { issue, medianMs } = issueOf(throughTunnel(30))
    expect(issue).toEqual({ roundTripMs: 30, shareOfTtft: 30 / medianMs })
  })

  test.each<[string, Reach]>([
    ['whose round trip is small', throughTunnel(0.5)],
    ['whose round trip is unknown', { isForwarded: true, roundTripMs: null }],
    ['that needed no tunnel', { ...throughTunnel(30), isForwarded: false }],
    ['of an unknown way', null],
  ])('is not doubted one %s', (_, reach) => {
    expect(issueOf(reach).issue).toBe(null)
  })

  test('nor one on a server that was not launched from here', () => {
    expect(tunnelIssue({ launch: null, summary: exampleRun().summary })).toBe(null)
  })
})
