import { describe, expect, it } from 'vitest'
import { plotCsv } from './plot-table.ts'

describe('a plot as CSV', () => {
  it('has the columns first and one line per row', () => {
    const table = { columns: ['point', 'TTFT (ms)'], rows: [['4/s', 96.5] as const] }
    expect(plotCsv(table)).toBe('point,TTFT (ms)\r\n4/s,96.5\r\n')
  })

  it('separates a number and its unit by a plain space, as readers of the file expect', () => {
    expect(plotCsv({ columns: ['limit'], rows: [['p95 ≤\u00a0300\u00a0ms']] })).toBe(
      'limit\r\np95 ≤ 300 ms\r\n',
    )
  })

  it('leaves out what was not measured and quotes what would break the line', () => {
    const rows = [
      [null, 'a,b'],
      ['say "hi"', 'two\nlines'],
    ]
    expect(plotCsv({ columns: ['a', 'b'], rows })).toBe(
      'a,b\r\n,"a,b"\r\n"say ""hi""","two\nlines"\r\n',
    )
  })
})
