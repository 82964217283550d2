import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitResults } from './split-results.ts'

function split(text: string): string[] {
  return Array.from(splitResults(text), (result) => result.text)
}

describe('a result file is taken apart', () => {
  test.each([
    { remark: 'one result', text: '{"a": 1}', parts: ['{"a": 1}'] },
    { remark: 'appended results', text: '{"a": 1}\n{"a": 2}', parts: ['{"a": 1}', '{"a": 2}'] },
    { remark: 'a list', text: '[{"a": 1},\n {"a": 2}]', parts: ['{"a": 1}', '{"a": 2}'] },
    { remark: 'lists on lines', text: '[{"a": 1}]\n[{"a": 2}]', parts: ['{"a": 1}', '{"a": 2}'] },
    { remark: 'brackets in text', text: '{"t": "}]\\"{"}', parts: ['{"t": "}]\\"{"}'] },
    { remark: 'a byte order mark', text: '\ufeff{"a": 1}\r\n', parts: ['{"a": 1}'] },
    { remark: 'colours', text: '\u001b[0m{"a": 1}\u001b[?25h', parts: ['{"a": 1}'] },
    { remark: 'nothing', text: ' \n', parts: [] },
    { remark: 'what is no object', text: '12 "x" ]', parts: ['12', '"x"', ']'] },
    {
      remark: 'PyTorch records, which belong together',
      text: '[{"benchmark": {}}, {"benchmark": {}}]',
      parts: ['[{"benchmark": {}}, {"benchmark": {}}]'],
    },
  ])('$remark', ({ text, parts }) => {
    expect(split(text)).toEqual(parts)
  })

  test('each part knows its line', () => {
    const lines = Array.from(splitResults('\n{"a":\n1}\n\n[{},\n{}]'), ({ line }) => line)
    expect(lines).toEqual([2, 5, 6])
  })

  test('whatever stands in it, and however it is laid out', () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 })
    fc.assert(
      fc.property(objects, fc.constantFrom(undefined, 1, 4), (results, indent) => {
        const texts = results.map((result) => JSON.stringify(result, null, indent))
        expect(split(texts.join('\n'))).toEqual(texts)
        fc.pre(!texts.some((text) => /^\{\s*"benchmark"/.test(text)))
        expect(split(`[${texts.join(', ')}]`)).toEqual(texts)
      }),
    )
  })

  test.each([
    ['{"a": 1}\n{"a": [1, 2', 'line 2: a value begins here and never ends'],
    ['['.repeat(100_000), 'nests more than 64 levels deep'],
  ])('%.20s is refused with its line', (text, message) => {
    expect(() => split(text)).toThrow(message)
  })
})
