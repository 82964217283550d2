import { expect, test } from 'vitest'
import { screenColumns } from './screen.ts'

test.each([
  [[{ columns: 80 }, { columns: 60 }], 80],
  [[{}, { columns: 60 }], 60],
  [[{ columns: 0 }, { columns: 60 }], 60],
  [[{ columns: 0 }, {}], 100],
  [[{ columns: 240 }], 100],
])(
  'text is as wide as the first stream that knows its width, and at most 100 columns',
  (streams, columns) => {
    expect(screenColumns(streams)).toBe(columns)
  },
)
