import { describe, expect, test } from 'vitest'
import { shuffledStream } from './stream-order.ts'

function filesOf(sizes: readonly number[], reads: number[] = []) {
  let next = 0
  return sizes.map((size, file) => {
    const rows = Array.from({ length: size }, () => next++)
    return async function* () {
      reads.push(file)
      for (const row of rows) yield await Promise.resolve(row)
    }
  })
}

async function rowsOf(sizes: readonly number[], seed: number, most = Infinity): Promise<number[]> {
  const rows: number[] = []
  for await (const row of shuffledStream(filesOf(sizes), seed)) {
    rows.push(row)
    if (rows.length === most) break
  }
  return rows
}

/** What `datasets` 5.2.0 gave for files of these many numbered rows. */
test.each([
  [[30], 0, [2, 11, 26, 21, 10]],
  [[5, 40, 7], 7, [50, 39, 19, 29, 42]],
  [[2500], 0, [459, 206, 222, 162, 711]],
  [new Array<number>(13).fill(150), 7, [1366, 1673, 51, 1650, 613]],
  [[99, 250, 1200, 33, 401, 7, 7, 800, 100, 100, 1, 55], 7, [2098, 1687, 1560, 1591, 2156]],
])('files of %j rows with the seed %d begin with %j', async (sizes, seed, rows) => {
  expect(await rowsOf(sizes, seed, 5)).toEqual(rows)
})

describe('whatever the files', () => {
  test.each([[[]], [[0, 3]], [[1000, 1]], [[400, 700, 2100]]])(
    '%j: every row comes once',
    async (sizes) => {
      const total = sizes.reduce((sum: number, size: number) => sum + size, 0)
      const rows = await rowsOf(sizes, 1)
      expect(rows.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, row) => row))
    },
  )

  test('files are opened only when their rows are needed', async () => {
    const reads: number[] = []
    const sizes = new Array<number>(40).fill(500)
    await shuffledStream(filesOf(sizes, reads), 0).next()
    expect(reads.length).toBeLessThanOrEqual(10)
  })
})
