import { describe, expect, test } from 'vitest'
import { float, pythonJson, type PythonValue } from './python-json.ts'

describe('values as json.dumps writes them', () => {
  test.each<[PythonValue, string, string]>([
    [null, 'null', 'None'],
    [true, 'true', 'True'],
    [113, '113', 'an int'],
    [float(113), '113.0', 'a float'],
    [float(Infinity), 'Infinity', 'not strict JSON, but what Python writes'],
    [float(-Infinity), '-Infinity', 'likewise'],
    [float(NaN), 'NaN', 'likewise'],
    ['é😀\u007f"\\/\n\u0000', '"\\u00e9\\ud83d\\ude00\\u007f\\"\\\\/\\n\\u0000"', 'ASCII only'],
    [[1, 2, 3], '[1, 2, 3]', 'a list of ints'],
    [Float64Array.of(1, 0.5), '[1.0, 0.5]', 'a list of floats'],
    [[Float64Array.of(), Float64Array.of(2)], '[[], [2.0]]', 'lists in lists'],
    [
      new Map<string, PythonValue>([
        ['b', 'x'],
        ['2', 1],
        ['1', null],
      ]),
      '{"b": "x", "2": 1, "1": null}',
      'insertion order, even of keys that look like numbers',
    ],
  ])('%j becomes %s (%s)', (value, text) => {
    expect(pythonJson(value)).toBe(text)
  })

  test('a bare number that is not whole is a mistake, not a float', () => {
    expect(() => pythonJson(0.5)).toThrow(RangeError)
  })
})
