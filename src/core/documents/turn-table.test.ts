import { expect, test } from 'vitest'
import { textIn } from '#core/messages/message.ts'
import { benchmarkFieldsSchema } from '#core/flags/benchmark-fields.ts'
import { measured } from '../stats/fixtures/requests.ts'
import { wholeSummary } from '../stats/fixtures/summaries.ts'
import { numberText } from '#core/base/saved-number.ts'
import { cellTexts } from './table.ts'
import { turnTable } from './turn-table.ts'

const config = benchmarkFieldsSchema.parse({ metricPercentiles: [50, 99] })

function rowsOf(requests: Parameters<typeof wholeSummary>[0]) {
  const table = turnTable(wholeSummary(requests, config).conversations)
  return {
    title: table && textIn('en', table.title),
    heads: table?.columns.map(({ head }) => head.map((line) => textIn('en', line)).join(' ')),
    rows: table?.rows.map((row) =>
      row.map((cell) => cellTexts(cell, { language: 'en', number: numberText }).text),
    ),
  }
}

test('single requests have no turns', () => {
  expect(turnTable(wholeSummary([measured()], config).conversations)).toBeNull()
})

test('turns of conversations have their latencies', () => {
  const turns = [0, 1].map((number) => measured({ turn: { conversation: 0, number } }))
  const { title, heads, rows } = rowsOf(turns)
  expect(title).toBe('By turn')
  expect(heads?.slice(0, 5)).toEqual([
    'Turn',
    'Completed',
    'Failed',
    'Mean input tokens',
    'mean TTFT ms',
  ])
  expect(rows?.map((row) => row.slice(0, 5))).toEqual([
    ['1', '1', '0', '10', '100'],
    ['2', '1', '0', '10', '100'],
  ])
})

test('a latency has one unit in all turns', () => {
  const { heads, rows } = rowsOf(
    [2, 3, 0.5].map((latencyS, number) =>
      measured({ latencyS, turn: { conversation: 0, number } }),
    ),
  )
  const column = heads?.indexOf('mean E2EL s') ?? -1
  expect(rows?.map((row) => row[column])).toEqual(['2', '3', '0.5'])
})
