import { expect, test } from 'vitest'
import { growingTable } from './table.ts'

test('rows stand under their heads, however late they come', () => {
  const table = growingTable<[number, string]>([
    { head: ['asked', 'req/s'], cell: ([rate]) => String(rate) },
    { head: ['', 'verdict'], align: 'left', cell: ([, verdict]) => verdict },
  ])
  expect([table.head, table.line([4, 'kept up']), table.line([123456789, 'x'])].join('\n')).toBe(
    [
      '   asked',
      '   req/s  verdict',
      '─────────────────',
      '       4  kept up',
      '123456789  x',
    ].join('\n'),
  )
})
