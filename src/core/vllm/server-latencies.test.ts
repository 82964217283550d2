import { describe, expect, test } from 'vitest'
import { readServerHistograms, serverLatenciesBetween } from './server-latencies.ts'

/** Counts of values up to 0.1 s, up to 0.5 s, and of all. */
function histogram(family: string, sum: number, [low, middle, all]: [number, number, number]) {
  const bucket = (le: string, value: number) => `${family}_bucket{engine="0",le="${le}"} ${value}.0`
  return [
    ...[bucket('0.1', low), bucket('0.5', middle), bucket('+Inf', all)],
    `${family}_count{engine="0"} ${all}.0`,
    `${family}_sum{engine="0"} ${sum}`,
  ].join('\n')
}

const ttft = 'vllm:time_to_first_token_seconds'

function between(before: string, after: string) {
  return serverLatenciesBetween({
    before: readServerHistograms(before),
    after: readServerHistograms(after),
  })
}

describe('the latencies a server measured of itself', () => {
  test('are those since the first look', () => {
    const before = histogram(ttft, 100, [0, 0, 10])
    const after = histogram(ttft, 120, [150, 210, 210])
    expect(between(before, after)).toEqual({ ttft: { count: 200, meanMs: 100, p99AtMostMs: 500 } })
  })

  test('are summed over engines', () => {
    const one = histogram(ttft, 1, [10, 10, 10])
    const both = `${one}\n${histogram(ttft, 3, [0, 10, 10]).replaceAll('"0"', '"1"')}`
    expect(between('', both)).toEqual({ ttft: { count: 20, meanMs: 200, p99AtMostMs: 500 } })
  })

  test('have no bound for p99 beyond the last one', () => {
    const { ttft: reported } = between('', histogram(ttft, 100, [0, 98, 100]))
    expect(reported?.p99AtMostMs).toBeNull()
  })

  test('go by the older name where there is no other', () => {
    const older = histogram('vllm:time_per_output_token_seconds', 1, [10, 10, 10])
    const newer = histogram('vllm:inter_token_latency_seconds', 2, [10, 10, 10])
    expect(between('', older)).toMatchObject({ itl: { meanMs: 100 } })
    expect(between('', `${older}\n${newer}`)).toMatchObject({ itl: { meanMs: 200 } })
  })

  test('are absent where nothing was counted, or counting restarted', () => {
    const some = histogram(ttft, 1, [10, 10, 10])
    expect(between(some, some)).toEqual({})
    expect(between(histogram(ttft, 9, [90, 90, 90]), some)).toEqual({})
    expect(between('', 'up 1')).toEqual({})
  })
})
