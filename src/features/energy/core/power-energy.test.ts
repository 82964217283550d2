import { describe, expect, test } from 'vitest'
import type { SampledSource, SampledValues } from '#core/records/sampled-values.ts'
import { gpuEnergy } from './energy-per-token.ts'

const startedAtEpochMs = 1_790_000_000_000

function gpu(...samples: readonly (readonly [atS: number, values: SampledValues])[]) {
  return {
    ...{ kind: 'gpu', label: '0' },
    samples: samples.map(([atS, values]) => ({ atEpochMs: startedAtEpochMs + atS * 1000, values })),
  } satisfies SampledSource
}

function powerAt(...samples: readonly (readonly [atS: number, powerW: number])[]) {
  return gpu(...samples.map(([atS, powerW]) => [atS, { powerW }] as const))
}

function energyOf(gpus: readonly SampledSource[], durationS: number, outputTokens = 0) {
  const run = { startedAtEpochMs, durationS, totalOutputTokens: outputTokens, steadyState: null }
  return gpuEnergy(gpus, { ...run, requests: [], limitsMs: {} })
}

describe('energy', () => {
  test.each([
    ['of a power that stays', powerAt([0, 300], [1, 300], [2, 300]), 2, 600],
    ['of one that rises evenly', powerAt([0, 100], [2, 300]), 2, 400],
    ['only of the run itself', powerAt([-1, 100], [1, 300], [3, 100]), 2, 500],
    ['up to the edges from what is near', powerAt([1, 200], [2, 200]), 3, 600],
    [
      'not where a part of the run is unknown',
      powerAt([0, 200], [1, 200], [9, 200], [10, 200]),
      10,
      null,
    ],
    ['not where the sampling ended early', powerAt([0, 200], [1, 200]), 10, null],
  ])('is the integral: %s', (_, sampled, durationS, energyJ) => {
    expect(energyOf([sampled], durationS).energyJ).toBe(energyJ)
  })

  test('is of all GPUs together, asked one after the other', () => {
    const gpus = [
      powerAt([0, 100], [1, 100], [2, 100]),
      powerAt([0.01, 300], [1.01, 500], [2.01, 300]),
    ]
    const { energyJ, energyPerOutputTokenJ } = energyOf(gpus, 2, 100)
    expect(energyJ).toBeCloseTo(1000, -1)
    expect(energyPerOutputTokenJ).toBeCloseTo((energyJ ?? 0) / 100, 9)
  })

  test('is unknown for a GPU that does not report its power', () => {
    const gpus = [powerAt([0, 100], [1, 100]), gpu([0, { powerW: null, utilizationPercent: 4 }])]
    expect(energyOf(gpus, 1)).toEqual({
      ...{ energyJ: null, energyPerOutputTokenJ: null, energyPerToken: null },
    })
  })
})
