import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SharedBeginnings } from './shared-beginnings.ts'

const blockTokens = 16
const digest = (before: string, text: string) => `${before}|${text}`
/** Four characters in a token. */
const prompt = (text: string) => ({ text, tokens: Math.ceil(text.length / 4) })

function idsOf(...texts: readonly string[]): readonly (readonly number[])[] {
  const beginnings = new SharedBeginnings(digest, blockTokens)
  return texts.map((text) => beginnings.idsOf(prompt(text)))
}

const system = 'Answer in one sentence. '.repeat(40)

test('prompts that begin alike share the ids of whole blocks, and no others', () => {
  const [first = [], second = []] = idsOf(system + 'A'.repeat(200), system + 'B'.repeat(300))
  const shared = second.filter((id) => first.includes(id))
  expect(shared).toEqual(first.slice(0, shared.length))
  expect(shared).toHaveLength(Math.floor(system.length / 4 / blockTokens))
})

test('a prompt sent again has the same ids but for a last block that is not full', () => {
  const [first = [], again = []] = idsOf(system, system)
  expect(again.slice(0, -1)).toEqual(first.slice(0, -1))
})

test('prompts that differ from the start share nothing', () => {
  const [first = [], second = []] = idsOf('x'.repeat(1000), 'y'.repeat(1000))
  expect(second.some((id) => first.includes(id))).toBe(false)
})

test('a prompt has as many ids as its tokens fill blocks', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 400 }), { maxLength: 8 }), (texts) => {
      for (const [index, ids] of idsOf(...texts).entries()) {
        const { tokens } = prompt(texts[index] ?? '')
        expect(ids).toHaveLength(Math.max(1, Math.ceil(tokens / blockTokens)))
        expect(new Set(ids).size).toBe(ids.length)
      }
    }),
  )
})
