import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import {
  benchmarkFlags,
  type BenchmarkField,
  type BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'
import { describe, expect, test } from 'vitest'
import {
  type BenchmarkDraft,
  changedFields,
  draftOf,
  forAnotherServer,
  readDraft,
  writeField,
} from './benchmark-draft.ts'

function flagOf(field: BenchmarkField): BenchmarkFlag {
  const flag = benchmarkFlags.find((one) => one.field === field)
  if (flag === undefined) throw new Error(`no flag for ${field}`)
  return flag
}

describe('readDraft', () => {
  test('an empty draft is the default benchmark', () => {
    expect(readDraft({})).toEqual({ config: defaultBenchmarkConfig, problems: [] })
  })

  test.each<{ draft: BenchmarkDraft; value: unknown; field: BenchmarkField; remark: string }>([
    { draft: { numPrompts: '20' }, field: 'numPrompts', value: 20, remark: 'a whole number' },
    { draft: { requestRate: 'inf' }, field: 'requestRate', value: 'inf', remark: 'no limit' },
    { draft: { requestRate: ' 2.5 ' }, field: 'requestRate', value: 2.5, remark: 'spaces around' },
    { draft: { promptTokenIds: 'true' }, field: 'promptTokenIds', value: true, remark: 'a switch' },
    {
      draft: { header: 'A=1 2\n\nB=x' },
      field: 'header',
      value: { A: '1 2', B: 'x' },
      remark: 'one pair on a line, spaces kept',
    },
    {
      draft: { goodput: 'ttft:200  e2el:3000' },
      field: 'goodput',
      value: { ttft: 200, e2el: 3000 },
      remark: 'limits parted by spaces',
    },
    {
      draft: { randomRangeRatio: '{"input":0.1,"output":0.3}' },
      field: 'randomRangeRatio',
      value: { input: 0.1, output: 0.3 },
      remark: 'two ratios',
    },
    {
      draft: { extraBody: '{"stop":["a b"]}' },
      field: 'extraBody',
      value: { stop: ['a b'] },
      remark: 'JSON',
    },
    {
      draft: { metricPercentiles: '50,99' },
      field: 'metricPercentiles',
      value: [50, 99],
      remark: 'a list',
    },
  ])('reads $field: $remark', ({ draft, field, value }) => {
    const { config, problems } = readDraft(draft)
    expect(problems).toEqual([])
    expect(config?.[field]).toEqual(value)
  })

  test.each<{ draft: BenchmarkDraft; field: BenchmarkField; remark: string }>([
    { draft: { numPrompts: '12x' }, field: 'numPrompts', remark: 'no number' },
    { draft: { requestRate: '0' }, field: 'requestRate', remark: 'a rate of nothing' },
    { draft: { header: 'no pair' }, field: 'header', remark: 'no pair' },
    { draft: { extraBody: '{"a":' }, field: 'extraBody', remark: 'JSON cut short' },
    { draft: { percentileMetrics: 'ttft,foo' }, field: 'percentileMetrics', remark: 'no metric' },
  ])('refuses $field: $remark', ({ draft, field }) => {
    const { config, problems } = readDraft(draft)
    expect(config).toBeNull()
    expect(problems.map((problem) => problem.field)).toContain(field)
  })

  test('fields at odds are a problem at one of them, and the benchmark can still be looked at', () => {
    const { config, problems } = readDraft({ datasetName: 'burstgpt' })
    expect(config?.datasetName).toBe('burstgpt')
    expect(problems.map((problem) => problem.field)).toEqual(['datasetPath'])
  })
})

describe('writeField', () => {
  test('writing the default, or nothing, takes the field out of the draft', () => {
    const flag = flagOf('numPrompts')
    const changed = writeField({}, flag, '20')
    expect(changed).toEqual({ numPrompts: '20' })
    expect(writeField(changed, flag, '1000')).toEqual({})
    expect(writeField(changed, flag, ' ')).toEqual({})
  })

  test('the endpoint follows the backend', () => {
    const chat = writeField({}, flagOf('backend'), 'openai-chat')
    expect(chat).toEqual({ backend: 'openai-chat', endpoint: '/v1/chat/completions' })
    expect(writeField(chat, flagOf('backend'), 'openai')).toEqual({})
  })

  test('an endpoint the reader wrote stays', () => {
    const own: BenchmarkDraft = { endpoint: '/proxy/v1/chat/completions' }
    expect(writeField(own, flagOf('backend'), 'openai-chat').endpoint).toBe(own.endpoint)
    expect(writeField({ ...own, backend: 'vllm' }, flagOf('backend'), '')).toEqual(own)
  })
})

test('a benchmark turned into a draft reads as the same benchmark', () => {
  const config = {
    ...defaultBenchmarkConfig,
    numPrompts: 60,
    requestRate: 4,
    promptTokenIds: true,
    maxConcurrency: 8,
    header: { 'x-a': 'b c' },
    goodput: { ttft: 200 },
    extraBody: { stop: ['a', 'b'] },
    percentileMetrics: ['ttft' as const, 'e2el' as const],
  }
  expect(readDraft(draftOf(config))).toEqual({ config, problems: [] })
})

test('the default benchmark is an empty draft', () => {
  expect(draftOf(defaultBenchmarkConfig)).toEqual({})
})

describe('API, endpoint and dataset follow each other', () => {
  const card = { promptTokenIds: 'true', requestRate: '4' }
  test.each<[BenchmarkDraft, BenchmarkField, string, BenchmarkDraft]>([
    [
      { backend: 'sglang' },
      'datasetName',
      'sharegpt',
      { backend: 'sglang', datasetName: 'sharegpt' },
    ],
    [card, 'datasetName', 'timed_trace', { datasetName: 'timed_trace' }],
    [
      {},
      'datasetName',
      'custom_audio',
      {
        ...{ datasetName: 'custom_audio' },
        ...{ backend: 'openai-audio', endpoint: '/v1/audio/transcriptions' },
      },
    ],
    [
      { backend: 'openai-chat', endpoint: '/own' },
      'datasetName',
      'multi_turn',
      { backend: 'openai-chat', endpoint: '/own', datasetName: 'multi_turn' },
    ],
  ])('%j with %s %s', (draft, field, text, expected) => {
    expect(writeField(draft, flagOf(field), text)).toEqual(expected)
  })
})

test('what a card fills in is no change; what the user writes or clears is', () => {
  const filled = { numPrompts: '120', requestRate: '4' }
  expect(changedFields(filled, filled)).toEqual([])
  expect(changedFields({ numPrompts: '60', seed: '7' }, filled).toSorted()).toEqual([
    'numPrompts',
    'requestRate',
    'seed',
  ])
})

test('a load that goes to another server leaves its model behind', () => {
  const load = { requestRate: '4', seed: '7' }
  const pasted = { ...load, model: 'foo', servedModelName: 'bar', tokenizer: 'baz' }
  expect(forAnotherServer(pasted)).toEqual(load)
})
