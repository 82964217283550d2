import { describe, expect, test } from 'vitest'
import { float, pythonJson, pythonJsonPieces, type PythonValue } from './python-json.ts'

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
    [{ secondsOfUs: Uint32Array.of(0, 12, 1_500_000) }, '[0.0, 1.2e-05, 1.5]', 'durations in µs'],
    [new Set([-1, 2 ** 60]), '[-1, 1152921504606846976]', 'anything that can be gone through'],
    [new Map(), '{}', 'an empty dict'],
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

test('a large value comes in pieces that together are its text', () => {
  const texts = Array.from({ length: 100 }, (_, i) => 'é"\n x'.repeat(i * 30))
  const gaps = Array.from({ length: 100 }, (_, i) => new Uint32Array(i * 40).fill(i))
  const value = new Map<string, PythonValue>([
    ['texts', texts],
    ['itls', gaps.map((secondsOfUs) => ({ secondsOfUs }))],
  ])
  const pieces = Array.from(pythonJsonPieces(value), (bytes) => bytes.slice())
  const text = pieces.map((bytes) => String.fromCharCode(...bytes)).join('')
  expect(text).toBe(pythonJson(value))
  expect(pieces.length).toBeGreaterThan(10)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(96 * 1024)
  const itls = gaps.map((us) => Array.from(us, (each) => each / 1e6))
  expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify({ texts, itls }))
})
