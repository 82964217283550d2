import { expect, test } from 'vitest'
import { promptSample } from './prompt-sample.ts'
import type { SampledRequest } from './sampled-request.ts'
import { TokenIds } from './token-ids.ts'

function request(promptTokens: number, more: Partial<SampledRequest> = {}): SampledRequest {
  const expectedOutputTokens = 7
  return { prompt: 'word', promptTokens, expectedOutputTokens, requestId: null, ...more }
}

test('the first requests are shown, with the shortest and the longest of all', () => {
  const lengths = [5, 6, 5, 6, 7, 1, 8, 9, 3]
  const sample = promptSample({
    requests: lengths.map((length) => request(length)),
    offsetsS: lengths.map((_, index) => index / 2),
  })
  expect(sample).toMatchObject({ requests: 9, promptTokens: 50, outputTokens: 63 })
  expect(sample.prompts.map(({ index, promptTokens }) => [index, promptTokens])).toEqual([
    [0, 5],
    [1, 6],
    [2, 5],
    [3, 6],
    [5, 1],
    [7, 9],
  ])
  expect(sample.prompts.at(-1)).toMatchObject({
    due: { after: 'start', offsetS: 3.5 },
    text: 'word',
    isCut: false,
  })
  expect(sample.promptLengths).toMatchObject({ least: 1, most: 9 })
})

test('a later turn of a conversation is due after an answer, not on schedule', () => {
  const turn = (conversationId: string, number: number, thinkS: number) =>
    request(3, { turn: { conversationId, number, thinkS } })
  const requests = [turn('a', 0, 0), turn('a', 1, 1.5), turn('b', 0, 0), turn('b', 1, 2)]
  expect(promptSample({ requests, offsetsS: [0.5, 4] }).prompts.map(({ due }) => due)).toEqual([
    { after: 'start', offsetS: 0.5 },
    { after: 'answer', turn: 2, thinkS: 1.5 },
    { after: 'start', offsetS: 4 },
    { after: 'answer', turn: 2, thinkS: 2 },
  ])
})

test('a workload of nothing has nothing to show', () => {
  expect(promptSample({ requests: [], offsetsS: [] })).toEqual({
    requests: 0,
    promptTokens: 0,
    outputTokens: 0,
    promptLengths: null,
    outputLengths: null,
    prompts: [],
  })
})

const image = { type: 'image_url', image_url: { url: 'data:,' } } as const

test.each<{ remark: string; more: Partial<SampledRequest>; text: string; attachments: string[] }>([
  {
    remark: 'token ids',
    more: { prompt: TokenIds.of([1, 22, 3]) },
    text: '1 22 3',
    attachments: [],
  },
  {
    remark: 'documents to rank',
    more: { prompt: 'query', furtherPrompts: ['one', 'two'] },
    text: 'query\n\none\n\ntwo',
    attachments: [],
  },
  {
    remark: 'a conversation',
    more: {
      chatMessages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'What is this? ' }, image] },
      ],
    },
    text: 'system: Be brief.\n\nuser: What is this? [image]',
    attachments: ['image'],
  },
  {
    remark: 'media beside it',
    more: { media: [image, image] },
    text: 'word',
    attachments: ['image', 'image'],
  },
  {
    remark: 'a recording',
    more: {
      prompt: '',
      recording: { bytes: new Uint8Array(), fileName: 'a.wav', mediaType: null, durationS: 1 },
    },
    text: '',
    attachments: ['audio'],
  },
])('$remark can be read', ({ more, text, attachments }) => {
  const { prompts } = promptSample({ requests: [request(3, more)], offsetsS: [0] })
  expect(prompts).toMatchObject([{ text, attachments, isCut: false }])
})

test('a long prompt is cut, never within a character', () => {
  const prompt = '🦙'.repeat(2001)
  const [shown] = promptSample({ requests: [request(1, { prompt })], offsetsS: [0] }).prompts
  expect(shown).toMatchObject({ isCut: true, text: '🦙'.repeat(2000) })
})
