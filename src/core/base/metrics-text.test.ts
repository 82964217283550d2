import { expect, test } from 'vitest'
import { parseMetricsText } from './metrics-text.ts'

test.each([
  {
    remark: 'a plain sample',
    text: 'process_cpu_seconds_total 12.5',
    samples: [{ name: 'process_cpu_seconds_total', labels: {}, value: 12.5 }],
  },
  {
    remark: 'labels, with a brace, a comma and an escaped quote inside a value',
    text: 'vllm:num_requests_running{model_name="a\\"b},c",engine="0"} 3.0',
    samples: [
      {
        name: 'vllm:num_requests_running',
        labels: { model_name: 'a"b},c', engine: '0' },
        value: 3,
      },
    ],
  },
  {
    remark: 'a bucket without a bound, and a time stamp after the value',
    text: 'ttft_bucket{le="+Inf"} 7 1790000000000',
    samples: [{ name: 'ttft_bucket', labels: { le: '+Inf' }, value: 7 }],
  },
  {
    remark: 'an infinite value',
    text: 'a +Inf',
    samples: [{ name: 'a', labels: {}, value: Infinity }],
  },
  { remark: 'comments and blank lines', text: '# HELP a b\n\n# TYPE a gauge', samples: [] },
  { remark: 'a web page', text: '<!doctype html>\n<p>hello', samples: [] },
])('reads $remark', ({ text, samples }) => {
  expect(parseMetricsText(text)).toEqual(samples)
})

test('a name of a label that never ends is passed over once, not at each of its letters', () => {
  expect(parseMetricsText(`a{${'x'.repeat(400_000)}} 1`)).toMatchObject([{ name: 'a', labels: {} }])
})
