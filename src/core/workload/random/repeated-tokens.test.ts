import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repeatedTokens, repetitions } from './repeated-tokens.ts'
import { TokenIds } from '../token-ids.ts'

function asked(...ids: readonly number[]) {
  return { prompt: TokenIds.of(ids), promptTokens: ids.length }
}

function reported(...texts: readonly [string, number][]) {
  return texts.map(([prompt, promptTokens]) => ({ prompt, promptTokens }))
}

type Requests = Parameters<typeof repetitions>[0]

function repeatedIn(requests: Requests, sent: number, before: Requests = []): number {
  const promptTokens = requests.map((request) => request.promptTokens)
  return repeatedTokens(repetitions(requests, before), promptTokens, sent)
}

function repeatedOf(lists: readonly (readonly number[])[]): number {
  return repeatedIn(
    lists.map((ids) => asked(...ids)),
    lists.length,
  )
}

const eight = [1, 2, 3, 4, 5, 6, 7, 8]

describe('what a run repeats', () => {
  test.each<[string, readonly (readonly number[])[], number]>([
    ['of prompts that begin otherwise is nothing', [eight, [9, ...eight]], 0],
    ['of the same prompt is all of it', [eight, eight, eight], 16],
    ['of one that goes on is what it shares', [eight, [...eight, 9], [...eight, 9, 10]], 8 + 9],
    [
      'of one that branches off is what the nearest shares',
      [eight, [...eight, 9, 9], [...eight, 9, 8]],
      8 + 9,
    ],
  ])('%s', (_what, prompts, tokens) => {
    expect(repeatedOf(prompts)).toBe(tokens)
  })

  test('counts what was sent before it, and all of what is sent again', () => {
    const requests = [asked(...eight), asked(9, ...eight)]
    const before = [asked(9, ...eight)]
    expect(repeatedIn(requests, 2, before)).toBe(9)
    expect(repeatedIn(requests, 5, before)).toBe(9 + 8 + 9 + 8)
    expect(repeatedIn(requests, 1, before)).toBe(0)
  })

  test('of texts is as many of their tokens as of their letters', () => {
    const requests = reported(['the same beginning, A', 10], ['the same beginning, B', 10])
    expect(repeatedIn(requests, 2)).toBe(10)
    expect(repeatedIn(reported(['short', 2]), 3)).toBe(4)
  })

  test('is what an endless cache of prefixes finds', () => {
    const prompts = fc.array(fc.array(fc.nat(2), { minLength: 9, maxLength: 14 }), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(prompts, (tails) => {
        // Prompts that share less than a block are not looked at, and no cache finds them.
        const lists = tails.map((tail) => [...eight, ...tail])
        const cache = new Set<string>()
        let found = 0
        for (const ids of lists) {
          const prefixes = ids.map((_, index) => ids.slice(0, index + 1).join())
          found += prefixes.filter((prefix) => cache.has(prefix)).length
          prefixes.forEach((prefix) => cache.add(prefix))
        }
        expect(repeatedOf(lists)).toBe(found)
      }),
    )
  })
})
