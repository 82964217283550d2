import { expect, test } from 'vitest'
import { newestFirst, readRunsQuery, runsQueryTerms, type RunsQuery } from './runs-query.ts'

test.each<{ query: RunsQuery; words: Record<string, string> }>([
  { query: { text: '', source: 'all', server: null, order: newestFirst }, words: {} },
  {
    query: {
      text: 'tp4 llama',
      source: 'imported',
      server: 'a1b2',
      order: { column: 'ttft-p99', descending: false },
    },
    words: { find: 'tp4 llama', source: 'imported', server: 'a1b2', order: 'ttft-p99' },
  },
  {
    query: {
      text: '',
      source: 'simulated',
      server: null,
      order: { column: 'rate', descending: true },
    },
    words: { source: 'simulated', order: '-rate' },
  },
])('$words comes back as it was', ({ query, words }) => {
  expect(runsQueryTerms(query)).toEqual(words)
  expect(readRunsQuery(words)).toEqual(query)
})

test('a made-up address shows every run', () => {
  expect(readRunsQuery({ source: 'moon', find: ['a'] })).toEqual({
    text: '',
    source: 'all',
    server: null,
    order: newestFirst,
  })
})
