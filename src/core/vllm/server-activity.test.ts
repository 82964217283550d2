import { describe, expect, test } from 'vitest'
import { serverActivityBetween, type ServerCounters } from './server-counters.ts'

function counters(values: ServerCounters['values']): ServerCounters {
  return { values, atPosition: new Map() }
}

const idle = { prefixCache: null }

describe('between two looks', () => {
  test('the prefix cache is asked and answers', () => {
    const before = counters({ prefixCacheQueries: 1000, prefixCacheHits: 10 })
    const after = counters({ prefixCacheQueries: 3000, prefixCacheHits: 510 })
    const activity = serverActivityBetween({ before, after }, 1)
    expect(activity).toMatchObject({ prefixCache: { queries: 2000, hits: 500 } })
  })

  test.each<[string, ServerCounters['values'], ServerCounters['values']]>([
    ['nothing is counted', {}, {}],
    ['it started anew', { prefixCacheQueries: 9 }, { prefixCacheQueries: 6 }],
    ['it tells no hits', {}, { prefixCacheQueries: 10 }],
    ['hits exceed what was asked', {}, { prefixCacheQueries: 10, prefixCacheHits: 11 }],
  ])('nothing is reported where %s', (_, before, after) => {
    const looks = { before: counters(before), after: counters(after) }
    expect(serverActivityBetween(looks, 1)).toMatchObject(idle)
  })
})
