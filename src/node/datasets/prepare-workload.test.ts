import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import { temporaryFile } from './fixtures/temporary-file.ts'
import { prepareWorkload, type Workload } from './prepare-workload.ts'

const tiny = await loadFileTokenizer(tinyFile)

function prepare(
  changes: Partial<BenchmarkConfig>,
  tokenizer: Tokenizer | null = tiny,
): Promise<Workload> {
  const config = { ...defaultBenchmarkConfig, ...changes }
  return prepareWorkload(config, { tokenizer, requestIdPrefix: 'b-' })
}

describe('the random dataset', () => {
  const cases = z
    .array(
      z.object({
        seed: z.int(),
        count: z.int(),
        inputLen: z.int(),
        outputLen: z.int(),
        rangeRatioIn: z.number(),
        rangeRatioOut: z.number(),
        prefixLen: z.int(),
        requests: z.array(z.tuple([z.string(), z.int(), z.int()])),
      }),
    )
    .parse(
      JSON.parse(
        readFileSync(join(import.meta.dirname, 'fixtures', 'random-prompts.json'), 'utf8'),
      ),
    )

  test.each(cases)('equals numpy and tokenizers for seed $seed', async (expected) => {
    const { requests } = await prepare({
      seed: expected.seed,
      numPrompts: expected.count,
      randomInputLen: expected.inputLen,
      randomOutputLen: expected.outputLen,
      randomPrefixLen: expected.prefixLen,
      randomRangeRatio: { input: expected.rangeRatioIn, output: expected.rangeRatioOut },
    })
    const made = requests.map(({ prompt, promptTokens, expectedOutputTokens }) => [
      String(prompt),
      promptTokens,
      expectedOutputTokens,
    ])
    expect(made.slice(-expected.requests.length)).toEqual(expected.requests)
  })

  test('goes without a tokenizer as token ids', async () => {
    const { requests } = await prepare(
      { promptTokenIds: true, numPrompts: 3, inputLen: 5, outputLen: 7 },
      null,
    )
    expect(requests.map(({ prompt }) => prompt.length)).toEqual([5, 5, 5])
    expect(requests.map(({ expectedOutputTokens }) => expectedOutputTokens)).toEqual([7, 7, 7])
    expect(requests.map(({ requestId }) => requestId)).toEqual(['b-0', 'b-1', 'b-2'])
  })

  test('needs a tokenizer as text', async () => {
    await expect(prepare({}, null)).rejects.toMatchObject({ code: 'tokenizer-unavailable' })
  })
})

describe('arrival times', () => {
  test('follow the rate from the same seed as the prompts', async () => {
    const { offsetsS } = await prepare({
      promptTokenIds: true,
      numPrompts: 8,
      requestRate: 4,
    })
    expect(offsetsS[0]).toBeCloseTo(0.19529510254365706, 14)
    expect(offsetsS[7]).toBe(2)
  })

  test('are all zero at rate inf', async () => {
    const { offsetsS } = await prepare({ promptTokenIds: true, numPrompts: 3 })
    expect([...offsetsS]).toEqual([0, 0, 0])
  })
})

describe('the sharegpt dataset', () => {
  test('is looked for under its usual name where no path is given', async () => {
    const preparing = prepare({ datasetName: 'sharegpt' })
    await expect(preparing).rejects.toMatchObject({ code: 'invalid-input', field: 'datasetPath' })
    await expect(preparing).rejects.toThrow('ShareGPT_V3_unfiltered_cleaned_split.json is not in')
  })

  const long = { conversations: [{ value: 'How are you today?' }, { value: 'Very well, thanks.' }] }
  const alone = { conversations: [{ value: 'Is anyone there?' }] }
  const datasetName = 'sharegpt'

  test('takes conversations with an answer and repeats them up to the number asked for', async () => {
    const datasetPath = await temporaryFile('s.json', JSON.stringify([alone, long]))
    const { requests } = await prepare({ datasetName, datasetPath, numPrompts: 3 })
    const prompt = 'How are you today?'
    expect(requests.map((request) => request.prompt)).toEqual([prompt, prompt, prompt])
    expect(requests.map(({ requestId }) => requestId)).toEqual(['b-0', 'b-1', 'b-2'])
  })

  test.each([
    { changes: { sharegptOutputLen: 9 }, expected: 9 },
    { changes: { sharegptOutputLen: 9, outputLen: 5 }, expected: 5 },
  ])('asks for the length given with $changes', async ({ changes, expected }) => {
    const datasetPath = await temporaryFile('s.json', JSON.stringify([long]))
    const { requests } = await prepare({ datasetName, datasetPath, numPrompts: 1, ...changes })
    expect(requests[0]?.expectedOutputTokens).toBe(expected)
  })

  test.each([
    { text: '[]', says: 'no conversation of usable length' },
    { text: JSON.stringify([alone]), says: 'no conversation of usable length' },
    { text: '[{"conversations": [{"value": "a"},', says: 'ends at line 1' },
    { text: '[{"conversations": [{"from": "a"}, {}]}]', says: 'conversations[0].value' },
  ])('is refused with the file named: $text', async ({ text, says }) => {
    const datasetPath = await temporaryFile('s.json', text)
    const preparing = prepare({ datasetName, datasetPath })
    await expect(preparing).rejects.toThrow(says)
    await expect(preparing).rejects.toThrow(datasetPath)
  })
})

describe('the custom dataset', () => {
  const rows = '{"prompt": "one", "output_tokens": 3}\n{"prompt": "two", "output_tokens": 4}\n'
  const base = { datasetName: 'custom', disableShuffle: true, numPrompts: 0 } as const

  test('sends every row in the chat template', async () => {
    const datasetPath = await temporaryFile('c.jsonl', rows)
    const { requests } = await prepare({ ...base, datasetPath })
    expect(requests.map(({ prompt }) => prompt)).toEqual([
      '<s><|user|>\none</s>\n<|assistant|>\n',
      '<s><|user|>\ntwo</s>\n<|assistant|>\n',
    ])
  })

  test.each([
    { changes: {}, expected: [256, 256] },
    { changes: { customOutputLen: -1 }, expected: [3, 4] },
    { changes: { customOutputLen: -1, outputLen: 8 }, expected: [8, 8] },
  ])('asks for $expected tokens with $changes', async ({ changes, expected }) => {
    const datasetPath = await temporaryFile('c.jsonl', rows)
    const { requests } = await prepare({ ...base, datasetPath, skipChatTemplate: true, ...changes })
    expect(requests.map(({ expectedOutputTokens }) => expectedOutputTokens)).toEqual(expected)
  })

  test('needs neither tokenizer nor lengths when disabled', async () => {
    const datasetPath = await temporaryFile('c.jsonl', '{"prompt": "one"}')
    const { requests } = await prepare({ ...base, datasetPath, customOutputLen: -1 }, null)
    expect(requests).toEqual([
      { prompt: 'one', promptTokens: 1, expectedOutputTokens: 1, requestId: 'b-0' },
    ])
  })

  test.each([
    { text: '\n', says: 'contains no rows' },
    { text: '{"prompt": "a", "output_tokens": 1}\n{"id": "b"}', says: 'line 2: prompt' },
    { text: '{"prompt": "a", "output_tokens": 1}\n{"prompt": ', says: 'line 2' },
    { text: '{"prompt": "a", "output_tokens": NaN}', says: 'must be a number, not null or NaN' },
    { text: '{"prompt": "a", "output_tokens": Infinity}', says: 'must be a number, not Infinity' },
  ])('is refused with file and line named: $text', async ({ text, says }) => {
    const datasetPath = await temporaryFile('c.jsonl', text)
    const preparing = prepare({ ...base, datasetPath, customOutputLen: -1 })
    await expect(preparing).rejects.toThrow(says)
    await expect(preparing).rejects.toThrow(datasetPath)
  })
})

test('preparing stops when it is no longer wanted', async () => {
  const signal = AbortSignal.abort()
  const sources = { tokenizer: tiny, requestIdPrefix: '', signal }
  await expect(prepareWorkload(defaultBenchmarkConfig, sources)).rejects.toMatchObject({
    code: 'cancelled',
  })
})

describe('LoRA adapters', () => {
  const modules = ['a', 'b', 'c']
  const rows = Array.from({ length: 5 }, (_, row) => `{"prompt": "row ${row}"}`).join('\n')

  async function adaptersOf(changes: Partial<BenchmarkConfig>): Promise<string> {
    const { loraModules } = await prepare({ loraModules: modules, ...changes })
    return loraModules?.join('') ?? ''
  }

  // CPython: random.seed(0), what the dataset draws, then random.choice over the three, once per request.
  test.each([
    { remark: 'a dataset that draws elsewhere', changes: { numPrompts: 8 }, drawn: 'bbabcbbb' },
    {
      remark: 'rows that were shuffled',
      changes: { datasetName: 'custom', numPrompts: 5 },
      drawn: 'cbbbb',
    },
    {
      remark: 'rows that were shuffled and repeated',
      changes: { datasetName: 'custom', numPrompts: 8 },
      drawn: 'bcbbbbbc',
    },
  ] as const)('are drawn after $remark', async ({ changes, drawn }) => {
    const datasetPath = 'datasetName' in changes ? await temporaryFile('c.jsonl', rows) : null
    expect(await adaptersOf({ ...changes, datasetPath, skipChatTemplate: true })).toBe(drawn)
  })

  test('may take turns instead, and leave arrival times alone either way', async () => {
    const load = { numPrompts: 5, requestRate: 2 }
    expect(await adaptersOf({ ...load, loraAssignment: 'round-robin' })).toBe('abcab')
    const { offsetsS } = await prepare({ ...load, loraModules: modules })
    expect(offsetsS).toEqual((await prepare(load)).offsetsS)
  })
})

test('a public trace gives lengths and times', async () => {
  const rows = [
    'Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type',
    '5,ChatGPT,7,18,25,Conversation log',
    '45,GPT-4,600,0,600,Conversation log',
    '118,GPT-4,1087,230,1317,Conversation log',
  ]
  const { requests, offsetsS } = await prepare({
    datasetName: 'timed_trace',
    datasetPath: await temporaryFile('BurstGPT.csv', rows.join('\n')),
    timedTraceLayout: 'burstgpt',
    timedTraceSecMultiplier: 0.1,
  })
  expect([...offsetsS]).toEqual([0, expect.closeTo(11.3, 9)])
  expect(requests).toMatchObject([
    { promptTokens: 7, expectedOutputTokens: 18 },
    { promptTokens: 1087, expectedOutputTokens: 230 },
  ])
})

test('a trace with times that run backwards is refused at file, line and field', async () => {
  const entries = [0, 2000, 1000].map((timestamp) =>
    JSON.stringify({ timestamp, input_length: 10, output_length: 5, hash_ids: [1] }),
  )
  const path = await temporaryFile('back.jsonl', entries.join('\n'))
  const asked = { datasetName: 'timed_trace', datasetPath: path, numPrompts: 3 } as const
  await expect(prepare(asked)).rejects.toMatchObject({
    code: 'dataset-invalid',
    field: 'datasetPath',
    message: `${path}, line 3: field "timestamp": 1000 is before 2000 of the entry before it`,
  })
  const { requests } = await prepare({ ...asked, selfTimed: false, requestRate: 4 })
  expect(requests).toHaveLength(3)
  await expect(prepare({ ...asked, compat: 'vllm-0.33' })).resolves.toBeDefined()
})

test('a trace with dates counts from its first one, and in milliseconds names the unit', async () => {
  const traceOf = async (times: readonly unknown[]) => {
    const entries = times.map((timestamp) =>
      JSON.stringify({ timestamp, input_length: '10', output_length: 5, hash_ids: [1] }),
    )
    return {
      datasetName: 'timed_trace',
      datasetPath: await temporaryFile('dated.jsonl', entries.join('\n')),
      numPrompts: 2,
    } as const
  }
  const milliseconds = await traceOf(['1757000000000', '1757000000500'])
  const { offsetsS } = await prepare({ ...milliseconds, timedTraceLayout: 'mooncake' })
  expect([...offsetsS]).toEqual([0, expect.closeTo(0.5, 6)])
  const seconds = await prepare(await traceOf([1757000000, 1757000002]))
  expect([...seconds.offsetsS]).toEqual([0, 2])
  await expect(prepare(milliseconds)).rejects.toMatchObject({
    field: 'timedTraceSecMultiplier',
    remedy: 'Pass --timed-trace-sec-multiplier 0.001.',
  })
})

test('a window of a trace replays only its entries, from its start', async () => {
  const times = [5000, 6000, 7500, 8000, 9000]
  const entries = times.map((timestamp, index) =>
    JSON.stringify({ timestamp, input_length: 10 + index, output_length: 5, hash_ids: [1] }),
  )
  const { requests, offsetsS } = await prepare({
    datasetName: 'timed_trace',
    datasetPath: await temporaryFile('window.jsonl', entries.join('\n')),
    timedTraceSecMultiplier: 0.001,
    timedTraceStart: 2,
    timedTraceEnd: 4,
  })
  expect(requests.map(({ promptTokens }) => promptTokens)).toEqual([12, 13])
  expect([...offsetsS]).toEqual([0.5, 1])
})

const traceLine = (timestamp: number) =>
  JSON.stringify({ timestamp, input_length: 10, output_length: 5, hash_ids: [timestamp] })

test.each([
  { line: 'cut', broken: '{"timestamp": 2' },
  { line: 'without a length', broken: '{"timestamp":2,"output_length":5,"hash_ids":[1]}' },
])('a line $line before the window of a trace is named', async ({ broken }) => {
  const lines = [traceLine(0), traceLine(1), '', traceLine(1.5), broken, traceLine(9)]
  const datasetPath = await temporaryFile('window.jsonl', lines.join('\n'))
  const preparing = prepare({ datasetName: 'timed_trace', datasetPath, timedTraceStart: 5 })
  await expect(preparing).rejects.toThrow(`${datasetPath}, line 5`)
})

test('a window without a request is refused as such', async () => {
  const datasetPath = await temporaryFile('window.jsonl', [0, 1, 2].map(traceLine).join('\n'))
  const preparing = prepare({ datasetName: 'timed_trace', datasetPath, timedTraceStart: 5 })
  await expect(preparing).rejects.toMatchObject({
    field: 'timedTraceStart',
    message: `no request of ${datasetPath} is between --timed-trace-start and --timed-trace-end`,
  })
})

test('a window is found beyond several reads of the file', async () => {
  const lines = Array.from({ length: 40_000 }, (_, index) => traceLine(index / 10))
  const ending = '{"timestamp": "soon"}'
  const datasetPath = await temporaryFile('window.jsonl', [...lines, ending].join('\r\n'))
  const window = { datasetName: 'timed_trace', datasetPath, timedTraceStart: 3999 } as const
  const { offsetsS } = await prepare({ ...window, numPrompts: 3 })
  expect([...offsetsS].map((offset) => Number(offset.toFixed(6)))).toEqual([0, 0.1, 0.2])
  const preparing = prepare({ ...window, numPrompts: 11 })
  await expect(preparing).rejects.toThrow(`${datasetPath}, line 40001`)
})

test('a mixture draws each pair of lengths by its share', async () => {
  const { requests } = await prepare(
    {
      promptTokenIds: true,
      numPrompts: 2000,
      seqDist: '100,10:25;200|20,50|5:75',
      randomPrefixLen: 3,
    },
    null,
  )
  const constant = requests.filter(
    ({ promptTokens, expectedOutputTokens }) => promptTokens === 103 && expectedOutputTokens === 10,
  )
  const others = requests.filter((request) => !constant.includes(request))
  expect(constant.length / 2000).toBeCloseTo(0.25, 1)
  const mean = others.reduce((sum, { promptTokens }) => sum + promptTokens, 0) / others.length
  expect(mean).toBeGreaterThan(201)
  expect(mean).toBeLessThan(205)
  const outputs = others.map(({ expectedOutputTokens }) => expectedOutputTokens)
  expect(Math.min(...outputs)).toBeLessThan(42)
  expect(Math.max(...outputs)).toBeGreaterThan(58)
})

test('a series of rates from a file sets the times', async () => {
  const points = [
    { time_s: 0, qps: 1 },
    { time_s: 4, qps: 1 },
    { time_s: 4, qps: 10 },
  ]
  const asked = {
    promptTokenIds: true,
    numPrompts: 6,
    burstiness: 'inf',
    requestRateSeries: await temporaryFile('rates.json', JSON.stringify({ points })),
  } as const
  const { offsetsS } = await prepare(asked, null)
  expect([...offsetsS].map((offset) => Number(offset.toFixed(9)))).toEqual([1, 2, 3, 4, 4.1, 4.2])
  const broken = await temporaryFile('rates.json', '{"points": ')
  await expect(prepare({ ...asked, requestRateSeries: broken }, null)).rejects.toMatchObject({
    field: 'requestRateSeries',
  })
})

test.each([
  ['{"prompt": 42}', 'prompt: must be text, not 42'],
  ['{"prompt": "a", "output_tokens": "many"}', 'output_tokens: must be a number, not "many"'],
])('a row names the field and its value: %s', async (row, says) => {
  const datasetPath = await temporaryFile('rows.jsonl', row)
  const custom = { datasetName: 'custom', datasetPath, customOutputLen: -1 } as const
  await expect(prepare(custom)).rejects.toThrow(says)
})

test('a path may begin with ~, which no shell expands in quotes', async () => {
  const file = await temporaryFile('rows.jsonl', '{"prompt": "a"}')
  vi.stubEnv('HOME', dirname(file)).stubEnv('USERPROFILE', dirname(file))
  const datasetPath = `~/${basename(file)}`
  const custom = { datasetName: 'custom', datasetPath, customOutputLen: 4, numPrompts: 1 } as const
  expect((await prepare(custom)).requests).toHaveLength(1)
  vi.unstubAllEnvs()
})
