import { expect, onTestFinished, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { TokenIds } from '#core/workload/token-ids.ts'
import { alignmentWarning, alignPrompts } from './align-prompts.ts'
import { loadFileTokenizer } from './file-tokenizer.ts'
import { startTokenizeServer } from './fixtures/tokenize-server.ts'
import { tinyFile } from './fixtures/tiny-tokenizer.ts'

const tiny = await loadFileTokenizer(tinyFile)
const texts = ['one of the many', 'the river keeps its course', 'a']

async function requestsOf(lengthOf: (tokens: number, index: number) => number) {
  const encoded = await tiny.encode(texts, false)
  return texts.map((prompt, index): SampledRequest => {
    const promptTokens = lengthOf(encoded[index]?.length ?? 0, index)
    return { prompt, promptTokens, expectedOutputTokens: 1, requestId: null }
  })
}

async function serverWith(tokenizer: typeof tiny | null) {
  const server = await startTokenizeServer(tokenizer)
  onTestFinished(server.close)
  return { ...server, model: 'sim' }
}

test('prompts the server splits alike stay as they are', async () => {
  const requests = await requestsOf((tokens) => tokens)
  const aligned = await alignPrompts(requests, await serverWith(tiny))
  expect(aligned).toEqual({ requests, cut: 0 })
  expect(alignmentWarning(aligned)).toEqual([])
})

test('prompts the server finds too long are cut to the length asked for, shorter ones left alone', async () => {
  const requests = await requestsOf((tokens, index) => (index === 1 ? tokens + 5 : tokens - 1))
  const aligned = await alignPrompts([...requests], await serverWith(tiny))
  const [first, second] = aligned.requests
  const [ids = []] = await tiny.encode([texts[0] ?? ''], false)
  const [cutText] = await tiny.decode([Uint32Array.from(ids).subarray(0, -1)])
  expect(first?.prompt).toBe(cutText)
  expect(second).toBe(requests[1])
  expect(aligned.cut).toBe(2)
  expect(alignmentWarning(aligned).map(inEnglish)[0]).toContain('2 of 3 were cut')
})

test('a server that cannot be asked changes nothing', async () => {
  const requests = await requestsOf(() => 1)
  expect(await alignPrompts(requests, await serverWith(null))).toEqual({ requests, cut: 0 })
})

test('prompts of token ids, and lists of prompts, are not asked about', async () => {
  const server = await serverWith(tiny)
  const ids = [
    { prompt: TokenIds.of([1, 2]), promptTokens: 9, expectedOutputTokens: 1, requestId: null },
  ]
  expect(await alignPrompts(ids, server)).toEqual({ requests: ids, cut: 0 })
  const lists = (await requestsOf(() => 1)).map((each) => ({ ...each, furtherPrompts: ['b'] }))
  expect(await alignPrompts(lists, server)).toEqual({ requests: lists, cut: 0 })
})
