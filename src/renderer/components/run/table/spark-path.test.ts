import { expect, it } from 'vitest'
import { sparkPath } from './spark-path.ts'

const size = { width: 10, height: 20 }

it.each([
  [[], ''],
  [[5], ''],
  [[0, 0], ''],
  [[0, 4, 2], 'M0.0 20.0L5.0 0.0L10.0 10.0'],
])('%j is drawn as "%s"', (values, path) => {
  expect(sparkPath(values, size)).toBe(path)
})
