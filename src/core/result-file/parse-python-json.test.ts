import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePythonJson } from './parse-python-json.ts'

test.each([
  ['{"burstiness": Infinity}', { burstiness: Infinity }],
  ['[-Infinity, NaN, 1]', [-Infinity, null, 1]],
  ['{"text": "NaN and Infinity stay", "NaN": NaN}', { text: 'NaN and Infinity stay', NaN: null }],
  ['{"quote": "\\\\", "next": Infinity}', { quote: '\\', next: Infinity }],
])('%s is read as Python reads it', (text, value) => {
  expect(parsePythonJson(text)).toEqual(value)
})

test('plain JSON is read as ever', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(parsePythonJson(text)).toEqual(JSON.parse(text))
    }),
  )
})

test.each(['{"a": 1,}', '{1: 2}', 'NaNny', '{"a": undefined}'])('%s is refused', (text) => {
  expect(() => parsePythonJson(text)).toThrow('is not JSON')
})
