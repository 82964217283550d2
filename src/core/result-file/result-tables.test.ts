// Tables of results, and texts that are none.
import { describe, expect, test } from 'vitest'
import { readAll, refusal } from './result-file.test-support.ts'

const row = {
  date: '20260923-174501',
  backend: 'openai',
  model_id: 'm',
  num_prompts: 4,
  request_rate: 'inf',
  duration: 2.5,
  completed: 4,
  failed: 0,
  total_input_tokens: 40,
  total_output_tokens: 16,
  mean_ttft_ms: 12.5,
  median_ttft_ms: 12,
  std_ttft_ms: 1.5,
  p99_ttft_ms: 15,
}
const rows = [row, { ...row, completed: 3, model_id: 'n' }]
const names = Object.keys(row)
const table = (separator: string, cell: (value: unknown) => string) =>
  [
    names.join(separator),
    ...rows.map((each) => Object.values(each).map(cell).join(separator)),
  ].join('\r\n')
const column = (name: string) =>
  Object.fromEntries(rows.map((each, at) => [String(at), (each as Record<string, unknown>)[name]]))

describe('tables of two results', () => {
  test.each([
    ['pandas to_csv', table(',', String)],
    ['German Excel', table(';', (value) => String(value).replace('.', ','))],
    ['tabs', table('\t', String)],
    ['a separator stated', `sep=;\r\n${table(';', String)}`],
    ['an index', table(',', String).replace(/^/gm, '0,').replace(/^0,/, ',')],
    [
      'empty cells',
      `${table(',', String).replace('date,', 'date,note,').replaceAll('20260923-174501,', '20260923-174501,,')}`,
    ],
    ['to_json', JSON.stringify(Object.fromEntries(names.map((name) => [name, column(name)])))],
    [
      'orient=split',
      JSON.stringify({
        columns: names,
        index: [0, 1],
        data: rows.map((each) => Object.values(each)),
      }),
    ],
    ['orient=index', JSON.stringify({ 0: rows[0], 1: rows[1] })],
    ['orient=table', JSON.stringify({ schema: { fields: [] }, data: rows })],
    ['orient=records', JSON.stringify(rows)],
    ['lines', rows.map((each) => JSON.stringify(each)).join('\n')],
    [
      'numbers as text',
      JSON.stringify(
        rows.map((each) =>
          Object.fromEntries(
            Object.entries(each).map(([name, value]) => [
              name,
              typeof value === 'number' ? String(value) : value,
            ]),
          ),
        ),
      ),
    ],
  ])('%s', (_what, text) => {
    const results = readAll(text)
    expect(results.map(({ summary }) => summary.completed)).toEqual([4, 3])
    expect(results.map(({ config }) => config.model)).toEqual(['m', 'n'])
    expect(results[0]?.summary).toMatchObject({
      durationS: 2.5,
      metrics: { ttft: { mean: 12.5, median: 12 } },
    })
    expect(results[0]?.config.requestRate).toBe('inf')
  })
})

test('a table of other things is refused by its columns', () => {
  expect(refusal('a,b\n1,2\n')).toContain('is a CSV table (a, b, …) without the columns duration')
})

test.each([
  '          NVIDIA AIPerf | LLM Metrics\n┏━━━┳━━━┓\n┃ a ┃ b ┃\n',
  // Its first line has commas, like a table.
  "Namespace(backend='vllm', port=8000)\n============ Serving Benchmark Result ============\nA: 1\n",
  `2026-11-30T10:00:00.123Z ${JSON.stringify(row)}\n`,
])('what a benchmark printed is refused once', (text) => {
  expect(refusal(text)).toContain('neither JSON, YAML nor a table')
})
