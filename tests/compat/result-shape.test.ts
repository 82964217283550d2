import { expect, test } from 'vitest'
import { differences, printedShape, resultShape, valueDifferences } from './result-shape.ts'

test('numbers have no shape, labels and blocks do', () => {
  const one = 'Successful requests:                     12        \nMean TTFT (ms):       1.50'
  const other = 'Successful requests:                     9         \nMean TTFT (ms):       0.25'
  expect(printedShape(one)).toEqual(printedShape(other))
  expect(printedShape(`${one}\n=== Steady-State ===`)).not.toEqual(printedShape(other))
})

test('keys, their order and types are the shape of a file', () => {
  expect(resultShape('{"a": 1.0, "b": [1, 2], "c": null}')).toEqual([
    'a: float',
    'b: list of 2',
    'c: null',
  ])
  expect(resultShape('{"a": 1}')).toEqual(['a: int'])
})

test('a difference is reported with both sides', () => {
  expect(differences('file', ['a'], ['a', 'b'])).toEqual([
    { what: 'file', theirs: 'a', ours: 'a\nb' },
  ])
  expect(
    valueDifferences('{"max_concurrent_requests": 12}', '{"max_concurrent_requests": 4}'),
  ).toMatchObject([{ what: 'max_concurrent_requests', theirs: '12', ours: '4' }])
})
