import { describe, expect, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { conversationOf, sampleConversations, type Conversation } from './sharegpt.ts'

const options = {
  count: 6,
  seed: 3,
  random: new PythonRandom(3),
  shuffle: true,
  repeats: 'choice' as const,
  requestIdPrefix: 'r-',
  fixedOutputTokens: null,
  checksFixedLength: false,
}

function conversation(letter: string): Conversation {
  return { prompt: letter.repeat(10), answer: letter.repeat(5) }
}

const six = [...'cdefgh'].map(conversation)

describe('an entry', () => {
  test('gives its first two turns', () => {
    const entry = { id: 1, conversations: [{ from: 'human', value: 'q' }, { value: 'a' }, {}] }
    expect(conversationOf(entry, 'x.json, line 1')).toEqual({ prompt: 'q', answer: 'a' })
  })

  test.each([
    { conversation: [{ from: 'human', value: 'q' }, { value: 'a' }] },
    {
      messages: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
      ],
    },
    { conversations: [{ from: 'user', content: [{ type: 'text', text: 'q' }] }, { value: 'a' }] },
  ])('may use other names: %j', (entry) => {
    expect(conversationOf(entry, 'x.json, line 1')).toEqual({ prompt: 'q', answer: 'a' })
  })

  test.each([{}, { conversations: [] }, { conversations: [{ value: 'q' }] }])(
    'with fewer than two turns is left out: %j',
    (entry) => {
      expect(conversationOf(entry, 'x.json, line 1')).toBeNull()
    },
  )

  test.each([
    [{ conversations: [{ value: 'q' }, { value: 7 }] }, 'conversations[1].value'],
    [{ conversations: [{ value: 'q' }, null] }, 'conversations[1]'],
    [{ conversations: 'none' }, 'conversations'],
    ['text', 'x.json, line 9'],
  ])('of another shape is refused with its place: %j', (entry, place) => {
    expect(() => conversationOf(entry, 'x.json, line 9')).toThrow(place)
  })
})

describe('sampling', () => {
  test('shuffles as CPython does and numbers what it takes', async () => {
    const requests = await sampleConversations(six, options, toyTokenizer)
    expect(requests.map(({ prompt }) => [...prompt][0])).toEqual(['c', 'e', 'f', 'h', 'g', 'd'])
    expect(requests.map(({ requestId }) => requestId)).toEqual(
      [0, 1, 2, 3, 4, 5].map((index) => `r-${index}`),
    )
  })

  test('counts tokens with those the tokenizer adds', async () => {
    const [request] = await sampleConversations(six, { ...options, count: 1 }, toyTokenizer)
    expect(request).toMatchObject({ promptTokens: 11, expectedOutputTokens: 6 })
  })

  test('drops conversations of unusable length, a short answer only without a fixed length', async () => {
    const short = [{ prompt: 'cccccc', answer: 'd' }, ...six]
    const inOrder = { ...options, shuffle: false, repeats: 'none' as const, count: 100 }
    expect(await sampleConversations(short, inOrder, toyTokenizer)).toHaveLength(6)
    const fixed = await sampleConversations(
      short,
      { ...inOrder, fixedOutputTokens: 9 },
      toyTokenizer,
    )
    expect(fixed.map(({ expectedOutputTokens }) => expectedOutputTokens)).toEqual(
      new Array<number>(7).fill(9),
    )
  })

  test('repeats requests when there are too few, unless disabled', async () => {
    const many = { ...options, count: 9 }
    expect(await sampleConversations(six, many, toyTokenizer)).toHaveLength(9)
    const few = await sampleConversations(six, { ...many, repeats: 'none' as const }, toyTokenizer)
    expect(few).toHaveLength(6)
  })

  test('takes what it needs from a long list', async () => {
    const long = Array.from({ length: 1000 }, (_, index) =>
      conversation('cdefgh'.charAt(index % 6)),
    )
    const requests = await sampleConversations(long, { ...options, count: 300 }, toyTokenizer)
    expect(requests).toHaveLength(300)
  })
})
