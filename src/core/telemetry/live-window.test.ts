import { describe, expect, it } from 'vitest'
import type { SampledSource, SampledValues } from '#core/records/sampled-values.ts'
import { liveFigures, livePeriodS, liveWindowMs, withLiveSamples } from './live-window.ts'

const server = { kind: 'server', label: '' } as const
const gpu = (label: string) => ({ kind: 'gpu', label }) as const

/** One sample a second. */
function sampled(source: SampledSource | typeof server, values: readonly SampledValues[]) {
  const { kind, label } = source
  return {
    ...{ kind, label },
    samples: values.map((each, second) => ({ atEpochMs: 1e12 + second * 1000, values: each })),
  }
}

function valueOf(sources: readonly SampledSource[], wanted: string) {
  return liveFigures(sources).find(({ name }) => name === wanted)?.value
}

describe('the figures of now', () => {
  const counting = Array.from({ length: 21 }, (_, second) => ({
    ...{ requestsRunning: second, kvCacheUsage: 0.25, preemptions: 0 },
    generationTokens: second < 11 ? 0 : (second - 10) * 100,
  }))

  it('are the newest gauges, and rates of the last ten seconds', () => {
    const sources = [sampled(server, counting)]
    expect(valueOf(sources, 'requestsRunning')).toBe(20)
    expect(valueOf(sources, 'kvCachePercent')).toBe(25)
    expect(valueOf(sources, 'generationTokensPerS')).toBe(100)
    expect(valueOf(sources, 'preemptionsPerS')).toBe(0)
  })

  it('leave out what the server does not report', () => {
    const names = liveFigures([sampled(server, counting)]).map(({ name }) => name)
    expect(names).not.toContain('promptTokensPerS')
    expect(names).not.toContain('gpuPowerW')
  })

  it('know no rate from one sample, nor after a restart of the server', () => {
    expect(valueOf([sampled(server, counting.slice(0, 1))], 'generationTokensPerS')).toBeNull()
    const restarted = [{ generationTokens: 500 }, { generationTokens: 3 }]
    expect(valueOf([sampled(server, restarted)], 'generationTokensPerS')).toBeNull()
  })

  it('keep the share of prefix cache hits in the row while nothing asks for it', () => {
    const idle = { prefixCacheQueries: 8, prefixCacheHits: 4 }
    expect(valueOf([sampled(server, [idle, idle])], 'prefixCacheHitPercent')).toBeNull()
  })

  it('add up the memory and power of GPUs, and average their utilisation', () => {
    const sources = ['0', '1'].map((label, place) =>
      sampled({ ...gpu(label), samples: [] }, [
        { utilizationPercent: 50 + place * 50, memoryUsedMiB: 1000, powerW: 300 },
        { utilizationPercent: 60 + place * 40, memoryUsedMiB: 2000, powerW: 400 },
      ]),
    )
    expect(valueOf(sources, 'gpuUtilizationPercent')).toBe(80)
    expect(valueOf(sources, 'gpuMemoryUsedMiB')).toBe(4000)
    expect(valueOf(sources, 'gpuPowerW')).toBe(800)
    const [utilization] = liveFigures(sources)
    expect(utilization?.points).toEqual([
      { atS: -1, value: 75 },
      { atS: 0, value: 80 },
    ])
  })
})

it('keeps the samples of five minutes', () => {
  const sampleAt = (atEpochMs: number) => ({
    source: server,
    sample: { atEpochMs, values: { requestsRunning: 1 } },
  })
  const first = withLiveSamples([], { samples: [sampleAt(1e12), sampleAt(1e12 + 1000)] })
  expect(livePeriodS(first)).toBe(1)
  const next = withLiveSamples(first, { samples: [sampleAt(1e12 + liveWindowMs + 500)] })
  expect(next[0]?.samples.map(({ atEpochMs }) => atEpochMs - 1e12)).toEqual([
    1000,
    liveWindowMs + 500,
  ])
  expect(livePeriodS([])).toBe(0)
})
