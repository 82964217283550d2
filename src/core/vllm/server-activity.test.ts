import { describe, expect, test } from 'vitest'
import { serverActivityBetween, type ServerCounters } from './server-counters.ts'

function counters(
  values: ServerCounters['values'],
  acceptedAtPosition: readonly (readonly [number, number])[] = [],
): ServerCounters {
  return { values, acceptedAtPosition: new Map(acceptedAtPosition) }
}

const nothing = counters({})
const idle = { specDecode: null, diffusion: null, prefixCache: null }

describe('between two looks', () => {
  test('drafts are those made since the first', () => {
    const before = counters({ drafts: 100, draftTokens: 300, acceptedTokens: 50 }, [[0, 50]])
    const after = counters({ drafts: 140, draftTokens: 420, acceptedTokens: 110 }, [
      [1, 24],
      [0, 86],
      [2, 0],
    ])
    expect(serverActivityBetween({ before, after }, 10).specDecode).toEqual({
      drafts: 40,
      draftTokens: 120,
      acceptedTokens: 60,
      acceptanceRate: 50,
      acceptanceLength: 2.5,
      positionRates: [0.9, 0.6, 0],
    })
  })

  test('a canvas of 8 positions, denoised in 3 steps and committed in a fourth', () => {
    const after = counters({ denoisingSteps: 40, canvasPositions: 320, committedTokens: 80 })
    expect(serverActivityBetween({ before: nothing, after }, 4).diffusion).toEqual({
      committedTokens: 80,
      denoisingSteps: 40,
      canvasPositions: 320,
      committedThroughput: 20,
      stepsPerCanvas: 3,
      committedPerStep: 80 / 30,
    })
  })

  test('the prefix cache is asked and answers', () => {
    const before = counters({ prefixCacheQueries: 1000, prefixCacheHits: 10 })
    const after = counters({ prefixCacheQueries: 3000, prefixCacheHits: 510 })
    const activity = serverActivityBetween({ before, after }, 1)
    expect(activity).toEqual({ ...idle, prefixCache: { queries: 2000, hits: 500 } })
  })

  test.each<[string, ServerCounters['values'], ServerCounters['values']]>([
    ['nothing is counted', {}, {}],
    ['nothing was drafted', { drafts: 3, draftTokens: 9 }, { drafts: 3, draftTokens: 9 }],
    ['it started anew', { draftTokens: 9, drafts: 3 }, { draftTokens: 6, drafts: 2 }],
    ['it tells no hits', {}, { prefixCacheQueries: 10 }],
    ['hits exceed what was asked', {}, { prefixCacheQueries: 10, prefixCacheHits: 11 }],
    ['nothing was committed', {}, { denoisingSteps: 5, canvasPositions: 40, committedTokens: 0 }],
  ])('nothing is reported where %s', (_, before, after) => {
    const looks = { before: counters(before), after: counters(after) }
    expect(serverActivityBetween(looks, 1)).toEqual(idle)
  })
})
