import { describe, expect, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import { customRow, sampleRows } from './custom.ts'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { TokenIds } from '../token-ids.ts'

const where = 'rows.jsonl, line 3'
const options = {
  count: 0,
  seed: 0,
  random: new PythonRandom(0),
  shuffle: false,
  repeats: 'choice' as const,
  requestIdPrefix: 'r-',
  chatTemplate: false,
}
const rows = [
  { prompt: 'ccc', outputTokens: 5 },
  { prompt: 'dd', outputTokens: 6 },
]

describe('a row', () => {
  test('takes the length given for all', () => {
    const row = { prompt: 'q', output_tokens: 9 }
    expect(customRow(row, { where, fixedOutputTokens: 4 })).toEqual({
      prompt: 'q',
      outputTokens: 4,
    })
  })

  test('brings its own length otherwise', () => {
    const row = { prompt: 'q', output_tokens: 9 }
    expect(customRow(row, { where, fixedOutputTokens: null })).toMatchObject({ outputTokens: 9 })
  })

  // Forms of files that others publish: vllm-project/guidellm (data/preprocessors/mappers.py), ai-dynamo/aiperf
  // (docs/tutorials), OpenAI batches, Alpaca, https://github.com/sgl-project/sglang/pull/15057.
  test.each([
    [{ text: 'q' }],
    [{ text_input: 'q', output_length: 4 }],
    [{ question: 'q', answer: 'a' }],
    [{ Prompt: 'q' }],
    [{ prompt: { text: 'q' } }],
    [{ payloads: [{ messages: [{ role: 'user', content: 'q' }] }] }],
    [{ chosen: '\n\nHuman: q\n\nAssistant: a', rejected: '\n\nHuman: q\n\nAssistant: b' }],
    [{ instruction: 'q', input: '', output: 'a' }],
    [{ messages: [{ role: 'user', content: 'q' }] }],
    [
      {
        conversations: [
          { from: 'human', value: 'q' },
          { from: 'gpt', value: 'a' },
        ],
      },
    ],
    [
      {
        custom_id: '1',
        url: '/v1/chat/completions',
        body: { messages: [{ role: 'user', content: 'q' }] },
      },
    ],
    [{ payload: [{ messages: [{ role: 'user', content: 'q' }] }] }],
    [{ prompt: [{ role: 'user', content: 'q' }] }],
    [{ inputs: 'q', parameters: { max_new_tokens: 4 } }],
    [{ request: { contents: [{ role: 'user', parts: [{ text: 'q' }] }] } }],
    [[{ role: 'user', content: 'q' }]],
    ['q'],
  ])('may be written as %j', (row) => {
    expect(customRow(row, { where, fixedOutputTokens: 4 })).toEqual({
      prompt: 'q',
      outputTokens: 4,
    })
  })

  // Forms of vLLM's TokensPrompt and completions, SGLang's /generate and benchmark files of TensorRT-LLM.
  test.each([
    [{ prompt_token_ids: [5, 6] }],
    [{ prompt: { prompt_token_ids: [5, 6] } }],
    [{ prompt: [5, 6] }],
    [{ input_ids: [5, 6], sampling_params: { max_new_tokens: 4 } }],
    [{ task_id: 1, input_ids: '[5, 6]' }],
    [{ body: { model: 'm', prompt: [5, 6] } }],
    [[5, 6]],
  ])('may have token ids, written as %j', (row) => {
    const { prompt } = customRow(row, { where, fixedOutputTokens: 4 })
    expect(prompt).toEqual(TokenIds.of([5, 6]))
  })

  test('with text and token ids is sent as text', () => {
    const row = { messages: [{ role: 'user', content: 'q' }], input_ids: [5, 6] }
    expect(customRow(row, { where, fixedOutputTokens: 4 }).prompt).toBe('q')
  })

  test('of a batch has its own length', () => {
    const row = { body: { prompt: 'q', max_tokens: 9 } }
    expect(customRow(row, { where, fixedOutputTokens: null })).toEqual({
      prompt: 'q',
      outputTokens: 9,
    })
  })

  test('keeps the messages of a chat, up to the last that is no response', () => {
    const call = { role: 'assistant', content: null, tool_calls: [{ id: '1' }] }
    const result = { role: 'tool', tool_call_id: '1', content: '42' }
    const tools = [{ type: 'function' }]
    const messages = [
      { role: 'user', content: 'q' },
      call,
      result,
      { role: 'assistant', content: 'a' },
    ]
    const row = customRow({ system: 's', messages, tools }, { where, fixedOutputTokens: 4 })
    expect(row.chat).toEqual({
      messages: [
        { role: 'system', content: 's' },
        { role: 'user', content: 'q' },
        { ...call, content: '' },
        result,
      ],
      tools,
    })
  })

  test.each([
    [{ id: 'q' }, 4, 'prompt'],
    [['q', 7], 4, where],
    [{ input_ids: [] }, 4, 'input_ids'],
    [{ input_ids: [3, 1.5] }, 4, 'input_ids[1]'],
    [{ prompt_token_ids: [-1] }, 4, 'prompt_token_ids[0]'],
    [{ messages: [{ role: 'user' }] }, 4, 'messages[0].content'],
    [{ prompt: 'q' }, null, 'output_tokens'],
    [{ prompt: 'q', output_tokens: 'nine' }, null, 'output_tokens'],
    [{ prompt: 'q', output_tokens: 0 }, null, 'output_tokens'],
  ])('that lacks something is refused: %j', (row, fixedOutputTokens, mention) => {
    expect(() => customRow(row, { where, fixedOutputTokens })).toThrow(mention)
  })
})

describe('sampling rows', () => {
  test('takes every row when the count is 0', async () => {
    expect(await sampleRows(rows, options, toyTokenizer)).toEqual([
      { prompt: 'ccc', promptTokens: 4, expectedOutputTokens: 5, requestId: 'r-0' },
      { prompt: 'dd', promptTokens: 3, expectedOutputTokens: 6, requestId: 'r-1' },
    ])
  })

  test('puts prompts into the chat template', async () => {
    const [request] = await sampleRows(rows, { ...options, chatTemplate: true }, toyTokenizer)
    expect(request?.prompt).toBe('user ccc')
  })

  test('leaves token ids beside texts unchanged', async () => {
    const ids = { prompt: TokenIds.of([5, 6, 7]), outputTokens: 2 }
    const mixed = await sampleRows([ids, ...rows], { ...options, chatTemplate: true }, toyTokenizer)
    expect(mixed.map(({ prompt, promptTokens }) => [prompt, promptTokens])).toEqual([
      [ids.prompt, 3],
      ['user ccc', 9],
      ['user dd', 8],
    ])
  })

  test('sends the messages and tools of a chat', async () => {
    const messages = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'q' },
    ]
    const row = { prompt: 's\n\nq', chat: { messages, tools: [{}] }, outputTokens: 5 }
    const [request] = await sampleRows([row], { ...options, chatTemplate: true }, toyTokenizer)
    expect(request).toMatchObject({
      prompt: 'system s user q',
      chatMessages: messages,
      bodyOverrides: { tools: [{}] },
    })
  })

  test('says what to do about a model without a chat template', async () => {
    const plain = { ...toyTokenizer, renderChats: () => Promise.resolve(null) }
    const sampled = sampleRows(rows, { ...options, chatTemplate: true }, plain)
    await expect(sampled).rejects.toMatchObject({ field: 'skipChatTemplate' })
  })

  test('counts one token in and one out without a tokenizer', async () => {
    const [request] = await sampleRows(rows, { ...options, chatTemplate: true }, null)
    expect(request).toMatchObject({ prompt: 'ccc', promptTokens: 1, expectedOutputTokens: 1 })
  })

  test.each([
    { count: 1, repeats: 'choice' as const, requests: 1 },
    { count: 5, repeats: 'choice' as const, requests: 5 },
    { count: 5, repeats: 'none' as const, requests: 2 },
  ])('of two rows $count wanted (repeats: $repeats) gives $requests', async (wanted) => {
    const sampled = await sampleRows(rows, { ...options, ...wanted }, toyTokenizer)
    expect(sampled).toHaveLength(wanted.requests)
  })
})
