import { describe, expect, it } from 'vitest'
import { PrefixCache } from './prefix-cache.ts'
import { createSequence, type Sequence } from './sequence.ts'

const block = 16

function tokens(count: number, start = 100): number[] {
  return Array.from({ length: count }, (_, index) => start + index)
}

/** A sequence that has been computed to its end. */
function compute(cache: PrefixCache, prompt: readonly number[]): Sequence {
  const sequence = createSequence(prompt)
  cache.adopt(sequence, cache.findPrefix(sequence))
  expect(cache.reserve(sequence, prompt.length)).toBe(true)
  sequence.computedTokens = prompt.length
  cache.share(sequence)
  return sequence
}

function hitTokens(cache: PrefixCache, prompt: readonly number[]): number {
  return cache.findPrefix(createSequence(prompt)).length * block
}

function cacheOf(blocks: number, sharing = true): PrefixCache {
  return new PrefixCache({ capacityTokens: blocks * block, sharing })
}

describe('finding a prefix', () => {
  const known = tokens(4 * block)
  it.each([
    ['the same prompt and more', [...known, ...tokens(10, 900)], 4 * block],
    ['exactly the same prompt: its last token is computed anew', known, 3 * block],
    [
      'a prompt that differs in its third block',
      [...tokens(2 * block), 1, ...tokens(40)],
      2 * block,
    ],
    ['a prompt that differs in its first token', [1, ...known.slice(1)], 0],
    ['the second block without the first', [...tokens(block, 500), ...known.slice(block)], 0],
    ['less than a block', known.slice(0, block - 1), 0],
  ])('%s', (_, prompt, expected) => {
    const cache = cacheOf(16)
    compute(cache, known)
    expect(hitTokens(cache, prompt)).toBe(expected)
  })

  it('never shares a block that is not full', () => {
    const cache = cacheOf(16)
    compute(cache, tokens(block + 5))
    expect(hitTokens(cache, tokens(3 * block))).toBe(block)
  })

  it('finds nothing when sharing is off', () => {
    const cache = cacheOf(16, false)
    compute(cache, known)
    expect(hitTokens(cache, [...known, 1])).toBe(0)
  })
})

describe('blocks', () => {
  it('are shared by equal prefixes and free only when the last user is gone', () => {
    const cache = cacheOf(16)
    const first = compute(cache, tokens(4 * block))
    const second = compute(cache, tokens(4 * block + 1))
    expect(cache.freeBlocks).toBe(16 - 5)
    cache.release(first)
    expect(cache.freeBlocks).toBe(16 - 5)
    cache.release(second)
    expect(cache.freeBlocks).toBe(16)
    expect(cache.usage).toBe(0)
  })

  it('stay known after use until they are overwritten, the least recently used first', () => {
    const cache = cacheOf(4)
    cache.release(compute(cache, tokens(2 * block, 100)))
    cache.release(compute(cache, tokens(2 * block, 500)))
    expect(hitTokens(cache, tokens(3 * block, 100))).toBe(2 * block)
    const overwriting = compute(cache, tokens(block, 900))
    expect(hitTokens(cache, tokens(3 * block, 100))).toBe(block)
    expect(hitTokens(cache, tokens(3 * block, 500))).toBe(2 * block)
    cache.release(overwriting)
  })

  it('of a found prefix are not counted as free for the rest of the prompt', () => {
    const cache = cacheOf(4)
    cache.release(compute(cache, tokens(3 * block)))
    const longer = createSequence(tokens(5 * block))
    const prefix = cache.findPrefix(longer)
    expect(prefix).toHaveLength(3)
    expect(cache.fits(4 * block, prefix)).toBe(true)
    expect(cache.fits(5 * block, prefix)).toBe(false)
  })

  it('are not handed out when there are too few, and then none is taken', () => {
    const cache = cacheOf(4)
    expect(cache.reserve(createSequence(tokens(5 * block)), 5 * block)).toBe(false)
    expect(cache.freeBlocks).toBe(4)
  })
})

describe('a reset', () => {
  it('forgets every prefix, but is refused while blocks are in use', () => {
    const cache = cacheOf(8)
    const sequence = compute(cache, tokens(2 * block))
    expect(cache.reset()).toBe(false)
    cache.release(sequence)
    expect(cache.reset()).toBe(true)
    expect(hitTokens(cache, tokens(3 * block))).toBe(0)
  })
})
