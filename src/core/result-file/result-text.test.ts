import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, resultText, withoutMembers } from './result-text.ts'

test('the layout of a result does not count, its texts do', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const content = JSON.stringify(value)
      expect(contentOf(JSON.stringify(value, null, 4))).toBe(content)
      expect(contentOf(content)).toBe(content)
    }),
  )
  expect(contentOf('{"a b": " c\\" d "}')).toBe('{"a b":" c\\" d "}')
})

test('members are left out, whatever the others hold', () => {
  const objects = fc.dictionary(fc.stringMatching(/^[a-z_]+$/), fc.jsonValue())
  fc.assert(
    fc.property(objects, fc.jsonValue(), (others, value) => {
      const text = JSON.stringify({ 'left out': value, ...others })
      expect(JSON.parse(withoutMembers(text, ['left out']))).toEqual(
        JSON.parse(JSON.stringify(others)),
      )
    }),
  )
  expect(withoutMembers('{"a": 113.0, "b": [1], "c": Infinity}', ['b'])).toBe(
    '{"a": 113.0, "c": Infinity}',
  )
})

test('PyTorch records become the result they were made from', () => {
  const record = (name: string, value: number) => ({
    benchmark: { extra_info: { args: { backend: 'vllm' } } },
    model: { name: 'm' },
    metric: { name, benchmark_values: [value], extra_info: { duration: 2, completed: 1 } },
  })
  const text = JSON.stringify([record('mean_ttft_ms', 5), record('p99_ttft_ms', 9)])
  expect(JSON.parse(resultText({ format: 'pytorch', text, line: 1 }))).toEqual({
    backend: 'vllm',
    model_id: 'm',
    duration: 2,
    completed: 1,
    mean_ttft_ms: 5,
    p99_ttft_ms: 9,
  })
})
