import { describe, expect, test } from 'vitest'
import { fitToLength, type PromptDraft } from './exact-length.ts'
import { toyTokenizer, xyzToken } from '../fixtures/toy-tokenizer.ts'
import { wholeRoundTrips } from './round-trips.ts'
import { TokenIds } from '../token-ids.ts'

const [a, b, c] = [0, 1, 2]
const roundTrips = wholeRoundTrips(toyTokenizer)

function draft(ids: number[]): PromptDraft {
  return { ids: TokenIds.of(ids), targetTokens: ids.length }
}

/** Ids 3, 4, 5 … as drawn, to see who drew what. */
function counter(): (count: number) => number[] {
  let next = 3
  return (count) => Array.from({ length: count }, () => next++)
}

describe('fitToLength', () => {
  test('keeps a prompt that survives decoding and encoding', async () => {
    const [prompt] = await fitToLength([draft([a, c, b])], { roundTrips, drawIds: counter() })
    expect(prompt).toMatchObject({ text: 'acb', ids: TokenIds.of([a, c, b]) })
  })

  test('tops up a prompt whose tokens merge', async () => {
    const tools = { roundTrips, drawIds: counter() }
    const [prompt] = await fitToLength([draft([a, b, c])], tools)
    expect(prompt?.text).toBe('abcd')
    expect(prompt?.ids).toHaveLength(3)
  })

  test('cuts a prompt whose tokens come apart', async () => {
    const tools = { roundTrips, drawIds: counter() }
    const [prompt] = await fitToLength([draft([xyzToken, a])], tools)
    expect(prompt?.text).toBe('xy')
  })

  test('draws top-ups prompt by prompt, whatever is done together', async () => {
    const tools = { roundTrips, drawIds: counter() }
    const drafts = [draft([a, b]), draft([c, c]), draft([xyzToken, a, a]), draft([a, b, a, b])]
    const texts = (await fitToLength(drafts, tools)).map(({ text }) => text)
    expect(texts).toEqual(['abd', 'cc', 'xyz', 'ababef'])
  })

  test('gives up after ten adjustments with what it has', async () => {
    const drawn: number[] = []
    const drawIds = (count: number): number[] => {
      drawn.push(count)
      return new Array<number>(count).fill(b)
    }
    const shrinking = {
      ...toyTokenizer,
      encode: (texts: readonly string[]) =>
        Promise.resolve(texts.map((text) => new Uint32Array(text.length - 1))),
    }
    const [prompt] = await fitToLength([draft([c, c, c])], {
      roundTrips: wholeRoundTrips(shrinking),
      drawIds,
    })
    expect(drawn).toHaveLength(10)
    expect(prompt?.ids).toHaveLength(2)
  })
})
