import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toyTokenizer } from '../fixtures/toy-tokenizer.ts'
import { randomConversations } from './random-conversations.ts'

type RandomConversationSpec = Parameters<typeof randomConversations>[0]

const spec: RandomConversationSpec = {
  count: 6,
  inputLen: 9,
  outputLen: 4,
  rangeRatioIn: 0,
  rangeRatioOut: 0,
  prefixLen: 5,
  seed: 2,
  laterInputLen: 4,
  turns: { least: 3, most: 3 },
}

test('first turns begin alike, and later ones are as long as asked', async () => {
  const conversations = await randomConversations(spec, toyTokenizer)
  expect(conversations).toHaveLength(6)
  const beginnings = conversations.map(({ turns }) => turns[0]?.said.slice(0, 4))
  expect(new Set(beginnings).size).toBe(1)
  for (const { turns } of conversations) {
    // The tokenizer adds one of its own at the beginning, which the length asked for has to hold.
    expect(turns.map(({ saidTokens }) => saidTokens)).toEqual([13, 4, 4])
    expect(turns.map(({ outputTokens }) => outputTokens)).toEqual([4, 4, 4])
  }
  const said = conversations.flatMap(({ turns }) => turns.slice(0, 1).map((turn) => turn.said))
  expect(new Set(said).size).toBe(6)
})

test('numbers of turns are drawn between the fewest and the most, the same for a seed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(50),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(3),
      async (seed, least, more) => {
        const drawn = { ...spec, seed, turns: { least, most: least + more } }
        const conversations = await randomConversations(drawn, toyTokenizer)
        expect(await randomConversations(drawn, toyTokenizer)).toEqual(conversations)
        for (const { turns } of conversations) {
          expect(turns.length).toBeGreaterThanOrEqual(least)
          expect(turns.length).toBeLessThanOrEqual(least + more)
        }
      },
    ),
    { numRuns: 20 },
  )
})
