import { expect, test } from 'vitest'
import { parseBenchServe } from '../arguments/parse-bench-serve.ts'
import { namespaceText } from '../bench-serve.ts'

test.each([
  [[], 'backend='],
  [[], 'base_url=None, '],
  [[], "host='127.0.0.1', port=8000"],
  [[], 'request_rate=inf, burstiness=1.0, max_concurrency=None'],
  [[], "percentile_metrics=None, metric_percentiles='99', goodput=None"],
  [['--request-rate', '4', '--ignore-eos'], 'request_rate=4.0'],
  [['--ignore-eos'], 'ignore_eos=True, client_threads=None'],
  [['--goodput', 'ttft:200', 'e2el:3000'], "goodput=['ttft:200', 'e2el:3000']"],
  [['--header', 'Authorization=Bearer abc'], "header=['Authorization=***']"],
  [['--label', "it's"], 'label="it\'s"'],
  [['--label', 'a"b\'c'], "label='a\"b\\'c'"],
  [['--random-range-ratio', '0.5'], "random_range_ratio='0.5'"],
])('%j prints as %s', (args, text) => {
  const printed = namespaceText(parseBenchServe(args))
  expect(printed).toMatch(/^Namespace\(backend='openai', .*, save_run=False\)$/)
  expect(printed).toContain(text)
})
