import { describe, expect, test } from 'vitest'
import { parseMetricsText, parseMetricTypes } from '#core/base/metrics-text.ts'
import {
  type MetricsPage,
  missingMetric,
  mostSeries,
  namedMetric,
  parseMetricSelector,
} from './named-metric.ts'

const text = `
# HELP vllm:kv_cache_usage_perc KV cache usage.
# TYPE vllm:kv_cache_usage_perc gauge
vllm:kv_cache_usage_perc{engine="0",model_name="m"} 0.25
vllm:kv_cache_usage_perc{engine="1",model_name="m"} 0.75
# TYPE vllm:request_success_total counter
vllm:request_success_total{engine="0",finished_reason="stop"} 3.0
vllm:request_success_total{engine="1",finished_reason="stop"} 4.0
vllm:request_success_total{engine="1",finished_reason="abort"} 1.0
# TYPE vllm:request_success_created gauge
vllm:request_success_created{engine="0",finished_reason="stop"} 1.7e+09
# TYPE vllm:request_queue_time_seconds histogram
vllm:request_queue_time_seconds_bucket{engine="0",le="0.3"} 1.0
vllm:request_queue_time_seconds_bucket{engine="0",le="+Inf"} 2.0
vllm:request_queue_time_seconds_count{engine="0"} 2.0
vllm:request_queue_time_seconds_sum{engine="0"} 0.5
# TYPE vllm:lora_requests_info gauge
`

function pageOf(page: string): MetricsPage {
  return { samples: parseMetricsText(page), types: parseMetricTypes(page) }
}

function read(selector: string, page = text) {
  return namedMetric(selectorIn(selector), pageOf(page))
}

function selectorIn(selector: string) {
  return parseMetricSelector(selector) ?? { name: '', labels: {} }
}

describe('a selector', () => {
  test.each([
    ['a:b_c', { name: 'a:b_c', labels: {} }],
    [' x{} ', { name: 'x', labels: {} }],
    ['x{a="1", b="two words"}', { name: 'x', labels: { a: '1', b: 'two words' } }],
    ['x{a="with \\"quotes\\" and , "}', { name: 'x', labels: { a: 'with "quotes" and , ' } }],
    // As a shell leaves it.
    ['x{engine=0,reason=capacity}', { name: 'x', labels: { engine: '0', reason: 'capacity' } }],
  ])('%s', (selector, expected) => {
    expect(parseMetricSelector(selector)).toEqual(expected)
  })

  test.each(['', '9x', 'x{', 'x{a}', 'x{a=~"b"}', 'x{a="b}', 'rate(x)', 'x{a="1"}[5m]', 'x y'])(
    'is not %s',
    (selector) => {
      expect(parseMetricSelector(selector)).toBeNull()
    },
  )
})

describe('what a page has of a metric', () => {
  test.each([
    [
      'gauges one by one, named by what differs',
      'vllm:kv_cache_usage_perc',
      [
        ['vllm:kv_cache_usage_perc{engine="0"}', { metricValue: 0.25 }],
        ['vllm:kv_cache_usage_perc{engine="1"}', { metricValue: 0.75 }],
      ],
    ],
    [
      'one of them',
      'vllm:kv_cache_usage_perc{engine="1"}',
      [['vllm:kv_cache_usage_perc{engine="1"}', { metricValue: 0.75 }]],
    ],
    [
      'a counter, added up over its series',
      'vllm:request_success_total',
      [['vllm:request_success_total', { metricTotal: 8 }]],
    ],
    [
      'a counter without its ending, filtered',
      'vllm:request_success{finished_reason="stop"}',
      [['vllm:request_success{finished_reason="stop"}', { metricTotal: 7 }]],
    ],
    [
      'sum and count of a histogram',
      'vllm:request_queue_time_seconds',
      [['vllm:request_queue_time_seconds', { metricSum: 0.5, metricCount: 2 }]],
    ],
    [
      'a part of a histogram, which counts',
      'vllm:request_queue_time_seconds_bucket{le="0.3"}',
      [['vllm:request_queue_time_seconds_bucket{le="0.3"}', { metricTotal: 1 }]],
    ],
    ['nothing of a metric that is only declared', 'vllm:lora_requests_info', []],
  ])('is %s', (_, selector, expected) => {
    expect(read(selector)).toEqual(expected)
  })

  test('follows from the suffix where no type is declared', () => {
    const bare = 'jobs_total 3\nheap_bytes 7\nodd NaN'
    expect(read('jobs_total', bare)).toEqual([['jobs_total', { metricTotal: 3 }]])
    expect(read('heap_bytes', bare)).toEqual([['heap_bytes', { metricValue: 7 }]])
    expect(read('odd', bare)).toEqual([])
  })
})

describe('what a page lacks', () => {
  test.each(['vllm:kv_cache_usage_perc', 'vllm:lora_requests_info', 'vllm:request_success'])(
    'is not %s',
    (selector) => {
      expect(missingMetric(selectorIn(selector), pageOf(text))).toBeNull()
    },
  )

  test('is a name, with the nearest ones', () => {
    expect(missingMetric(selectorIn('kv_cache_usage'), pageOf(text))).toEqual({
      lacks: 'name',
      nearest: ['vllm:kv_cache_usage_perc'],
    })
    const misspelled = missingMetric(selectorIn('vllm:request_queu_time'), pageOf(text))
    expect(misspelled).toMatchObject({
      nearest: expect.arrayContaining(['vllm:request_queue_time_seconds']) as string[],
    })
    expect(missingMetric(selectorIn('zebra'), pageOf(text))).toEqual({ lacks: 'name', nearest: [] })
  })

  test('is the series that the labels ask for', () => {
    const missing = missingMetric(selectorIn('vllm:kv_cache_usage_perc{engine="7"}'), pageOf(text))
    expect(missing).toEqual({ lacks: 'labels', series: ['{engine="0"}', '{engine="1"}'] })
  })

  test('is room, where there are more series than a chart can show', () => {
    const many = Array.from({ length: mostSeries + 1 }, (_, place) => `x{at="${place}"} 1`)
    const page = pageOf(many.join('\n'))
    expect(missingMetric(selectorIn('x'), page)).toEqual({ lacks: 'room', series: mostSeries + 1 })
    expect(missingMetric(selectorIn('x{at="3"}'), page)).toBeNull()
  })
})
