import { finishedAtEpochMs } from '../../model/run/measured-run.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { exampleRecords, exampleRun } from '../example-run.test-support.ts'
import { message } from '#core/messages/message.ts'
import { runWarning } from '../../model/run/run-warning.ts'
import { resultJson, resultListJson } from './result-json.ts'

const looseObject = z.record(z.string(), z.unknown())

function parsed(text: string): Record<string, unknown> {
  return looseObject.parse(JSON.parse(text))
}

const words = (text: string) => text.trim().split(/\s+/)

const headKeys = words(`
  date endpoint_type backend label model_id tokenizer_id num_prompts request_rate burstiness
  max_concurrency duration completed failed total_input_tokens total_output_tokens
  request_throughput request_goodput output_throughput total_token_throughput
`)
const requestKeys = words(`
  input_lens output_lens ttfts itls latencies start_times queue_times generated_texts errors
`)
const peakKeys = ['max_output_tokens_per_s', 'max_concurrent_requests', 'rtfx']
const metricKeys = ['ttft', 'tpot', 'itl'].flatMap((name) => [
  `mean_${name}_ms`,
  `median_${name}_ms`,
  `std_${name}_ms`,
  `p99_${name}_ms`,
])

describe('a result file', () => {
  test('has the keys of the original in their order, and when it ended in UTC', () => {
    const { finished_at: utc } = parsed(resultJson(exampleRun(), { detailed: false }))
    expect(utc).toBe(new Date(finishedAtEpochMs(exampleRun())).toISOString())
    const keys = Object.keys(parsed(resultJson(exampleRun(), { detailed: true })))
    expect(keys).toEqual([...headKeys, ...requestKeys, ...peakKeys, ...metricKeys, 'finished_at'])
  })

  test('without details keeps only latencies and queue times of the requests, as the original', () => {
    const keys = Object.keys(parsed(resultJson(exampleRun(), { detailed: false })))
    const kept = ['latencies', 'queue_times']
    expect(keys).toEqual([...headKeys, ...kept, ...peakKeys, ...metricKeys, 'finished_at'])
  })

  test('is one line of text as Python writes it', () => {
    const text = resultJson(exampleRun({ burstiness: 'inf', requestRate: 4 }), { detailed: true })
    expect(text).toMatch(
      /^\{"date": "20260301-120002", "endpoint_type": "openai", "backend": "openai", "label": null, /,
    )
    expect(text).toContain('"request_rate": 4.0, "burstiness": Infinity, "max_concurrency": null')
    expect(text).toContain('"duration": 2.0, "completed": 2, "failed": 1, ')
    expect(text).toContain('"generated_texts": ["caf\\u00e9", "", "two"]')
    expect(text).toContain('"max_output_tokens_per_s": 3.0, "max_concurrent_requests": 1')
    expect(text).not.toContain('\n')
  })

  test('says an unlimited rate in a word', () => {
    expect(resultJson(exampleRun(), { detailed: false })).toContain('"request_rate": "inf"')
  })

  test('lists every request in seconds, a failed one as zeros with its error', () => {
    const result = parsed(resultJson(exampleRun(), { detailed: true }))
    expect(result).toMatchObject({
      input_lens: [16, 16, 16],
      output_lens: [3, 0, 2],
      ttfts: [0.1, 0, 0.2],
      itls: [[0.01, 0.02], [], [0.05]],
      latencies: [0.13, 0, 0.25],
      start_times: [1000.2501, 1000.50005, 1001.5],
      queue_times: [0.0001, 0.00005, 0],
      errors: ['', 'The server answered 500.\n{"a":"b"}', ''],
    })
  })

  test('puts metadata after the number of prompts, and over what has the same name', () => {
    const config = { metadata: { '2': 'b', backend: 'mine', '1': 'a', failed: 'never' } }
    const text = resultJson(exampleRun(config), { detailed: false })
    expect(text).toContain('"num_prompts": 3, "1": "a", "2": "b", "failed": 1, "request_rate"')
    expect(text).toContain('"endpoint_type": "openai", "backend": "mine"')
  })

  test('has a ramp and when it passed each whole rate', () => {
    const ramp = { rampUpStrategy: 'linear', rampUpStartRps: 1, rampUpEndRps: 3 } as const
    const text = resultJson(exampleRun(ramp), { detailed: false })
    expect(text).toContain(
      '"ramp_up_strategy": "linear", "ramp_up_start_rps": 1, "ramp_up_end_rps": 3, "duration"',
    )
    expect(text).toContain(
      '"rtfx": 0.0, "rps_change_events": [{"rps": 1, "timestamp": "2026-03-01T12:00:00"}, ' +
        '{"rps": 2, "timestamp": "2026-03-01T12:00:00.500000"}, ' +
        '{"rps": 3, "timestamp": "2026-03-01T12:00:01.500000"}], "mean_ttft_ms"',
    )
  })

  test('has the statistics of waiting in the client under the names of the original', () => {
    const config = {
      percentileMetrics: ['client_queue_time', 'e2el_including_client_queue'],
      maxConcurrency: 2,
      requestRate: 2,
    } satisfies Parameters<typeof exampleRun>[0]
    const result = parsed(resultJson(exampleRun(config), { detailed: false }))
    expect(Object.keys(result).slice(-9)).toEqual([
      'mean_client_queue_time_ms',
      'median_client_queue_time_ms',
      'std_client_queue_time_ms',
      'p99_client_queue_time_ms',
      'mean_e2el_including_client_queue_ms',
      'median_e2el_including_client_queue_ms',
      'std_e2el_including_client_queue_ms',
      'p99_e2el_including_client_queue_ms',
      'finished_at',
    ])
    expect(result['mean_client_queue_time_ms']).toBeCloseTo(0.05, 9)
  })

  test('of an interrupted run says so, and counts what was cut off apart from failures', () => {
    const run = exampleRun()
    const cut = { code: 'cancelled', message: 'cut', count: 3 } as const
    const summary = { ...run.summary, failed: 5, errors: [...run.summary.errors, cut] }
    const written = parsed(resultJson({ ...run, summary, cancelled: true }, { detailed: false }))
    expect(written).toMatchObject({ interrupted: true, failed: 2, cut_off_requests: 3 })
    const whole = parsed(resultJson(run, { detailed: false }))
    expect(whole).not.toHaveProperty('interrupted')
    expect(whole).not.toHaveProperty('cut_off_requests')
  })

  test('of a run with warnings holds them in English, last', () => {
    const run = exampleRun()
    const proxied = runWarning(message('notes.proxy', { host: 'proxy:3128' }), String)
    const summary = { ...run.summary, warnings: [proxied] }
    const written = parsed(resultJson({ ...run, summary }, { detailed: false }))
    expect(Object.entries(written).at(-1)).toEqual(['warnings', [proxied.text]])
    expect(proxied.text).toMatch(/^Requests went by the proxy proxy:3128/)
    expect(parsed(resultJson(run, { detailed: false }))).not.toHaveProperty('warnings')
  })

  test('recomputes from its own arrays', () => {
    const text = resultJson(exampleRun(), { detailed: true })
    const file = z
      .looseObject({
        ttfts: z.array(z.number()),
        errors: z.array(z.string()),
        mean_ttft_ms: z.number(),
      })
      .parse(JSON.parse(text))
    const good = file.ttfts.filter((_, index) => file.errors[index] === '')
    const mean = good.reduce((sum, ttft) => sum + ttft, 0) / good.length
    expect(file.mean_ttft_ms).toBeCloseTo(mean * 1000, 9)
    expect(good).toHaveLength(exampleRecords.length - 1)
  })

  test('several results make one JSON list', () => {
    const one = resultJson(exampleRun(), { detailed: false })
    expect(JSON.parse(resultListJson([one, one]))).toHaveLength(2)
  })
})
