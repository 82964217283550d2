// A trace in the layout of Mooncake: equal hashes are equal blocks of tokens, and what prefix sharing allows follows.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixturePath, prepare } from './expected-workload.ts'

const entries = readFileSync(fixturePath('mooncake.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { input_length: number; hash_ids: readonly number[] })
const { requests, offsetsS } = await prepare({
  ...{ datasetName: 'timed_trace', datasetPath: fixturePath('mooncake.jsonl') },
  ...{ timedTraceLayout: 'mooncake', numPrompts: 100 },
})
const prompts = requests.map(({ prompt }) => [...prompt])

test('prompts have the recorded lengths, at the recorded times', () => {
  expect(prompts.map(({ length }) => length)).toEqual([1200, 1536, 1200, 700, 2048])
  expect(requests.map(({ promptTokens }) => promptTokens)).toEqual([1200, 1536, 1200, 700, 2048])
  expect(requests.map(({ expectedOutputTokens }) => expectedOutputTokens)).toEqual([4, 5, 6, 7, 8])
  expect([...offsetsS]).toEqual([0, 0.4, 0.8, 1.2, 1.6])
})

test('equal hashes are equal blocks, and different hashes different ones', () => {
  const hashesOf = new Map<string, Set<number>>()
  const blocksOf = new Map<string, Set<string>>()
  for (const [index, { hash_ids: hashes }] of entries.entries()) {
    for (const [place, hash] of hashes.entries()) {
      const block = (prompts[index] ?? []).slice(512 * place, 512 * (place + 1))
      const text = block.join()
      const named = `${hash} of ${block.length}`
      hashesOf.set(text, (hashesOf.get(text) ?? new Set()).add(hash))
      blocksOf.set(named, (blocksOf.get(named) ?? new Set()).add(text))
    }
  }
  // 1, 2, 4, 5 and 6 of 512 tokens, 3 of the last 176 of 1200, 2 of the last 188 of 700.
  expect(blocksOf.size).toBe(7)
  expect([...blocksOf.values()].map(({ size }) => size)).toEqual(Array(7).fill(1))
  expect(hashesOf.size).toBe(7)
  expect([...hashesOf.values()].map(({ size }) => size)).toEqual(Array(7).fill(1))
})

test('an endless prefix cache would hold what the hashes before say', () => {
  // Nothing; 1 and 2; all of it; nothing, for 2 comes after 5; 1, 2 and 4.
  expect(requests.map(({ reusableTokens }) => reusableTokens)).toEqual([0, 1024, 1200, 0, 1536])
})
