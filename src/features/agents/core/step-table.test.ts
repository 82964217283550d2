import { expect, test } from 'vitest'
import { numberText } from '#core/base/saved-number.ts'
import { cellTexts } from '#core/documents/table.ts'
import { turnTable } from '#core/documents/turn-table.ts'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { textIn } from '#core/messages/message.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { agentSummary } from './agent-tally.ts'

test('steps have what was cached and what could have been', () => {
  const config = benchmarkFieldsSchema.parse({ metricPercentiles: [50, 99] })
  const step = { depth: 1, reusableTokens: 8 }
  const requests = [measured({ turn: { conversation: 0, number: 0, step }, cachedTokens: 5 })]
  const summary = agentSummary(requests, config, wholeSummary(requests, config))
  const table = turnTable(summary?.conversations ?? null)
  expect(table && textIn('zh', table.title)).toBe('按步骤')
  const heads = table?.columns.map(({ head }) => head.map((line) => textIn('zh', line)).join(' '))
  expect(heads?.slice(4, 6)).toEqual(['缓存命中', '理想命中'])
  const rows = table?.rows.map((row) =>
    row.map((cell) => cellTexts(cell, { language: 'zh', number: numberText }).text),
  )
  expect(rows?.map((row) => row.slice(0, 6))).toEqual([
    ['2', '1', '0', '10', expect.stringMatching(/^50/), expect.stringMatching(/^80/)],
  ])
})
