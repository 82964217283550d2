// Benchmarks of servers whose models reason, over HTTP: what the server counts, what only its text shows, and no answer.
import { readable } from '#core/messages/readable.test-support.ts'
import { runWarnings } from '#core/report/run-warnings.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { requestsCsv } from '#core/report/csv/requests-csv.ts'
import { runLoad } from '#node/load/run-load.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import { expect, test } from 'vitest'
import { json, serveAnswers } from './http-server.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

const small: BenchmarkConfig = {
  ...defaultBenchmarkConfig,
  backend: 'openai-chat',
  endpoint: '/v1/chat/completions',
  randomInputLen: 32,
  randomOutputLen: 20,
  numPrompts: 8,
}

async function measure(baseUrl: string, changes: Partial<BenchmarkConfig> = {}) {
  const request = { runId: 'run', config: { ...small, ...changes }, baseUrl, apiKey: null }
  const tools = { runLoad, requestIdPrefix: 'bench-test-' }
  return await runBenchmark(request, tools, silentHooks, new AbortController().signal)
}

test.each([
  { backend: 'openai-chat', share: 0.6, config: {} },
  {
    backend: 'openai-responses',
    share: 0.6,
    config: { backend: 'openai-responses', endpoint: '/v1/responses' },
  },
  {
    backend: 'anthropic-messages',
    share: 0.6,
    config: { backend: 'anthropic-messages', endpoint: '/v1/messages' },
  },
  { backend: 'openai-chat', share: 0.25, config: {} },
] as const)(
  '$backend: $share of the output is reasoning, by the count of the server',
  async (asked) => {
    const baseUrl = await simulatedUrl({ reasoning: { share: asked.share } })
    const { summary, records, config } = await measure(baseUrl, asked.config)
    const reasoning = 20 * asked.share
    expect(summary).toMatchObject({
      completed: 8,
      totalOutputTokens: 160,
      totalReasoningTokens: 8 * reasoning,
      reasoningShare: asked.share,
      unanswered: 0,
      totalCachedTokens: null,
    })
    const { ttft, ttfo, reasoning_time, answer_tpot } = summary.metrics
    expect([ttfo.count, reasoning_time.count, answer_tpot.count]).toEqual([8, 8, 8])
    expect(ttfo.mean).toBeCloseTo(ttft.mean + reasoning_time.mean, 6)
    // One gap between tokens for each token of reasoning.
    for (const record of records) {
      const { firstAtUs, interTokenLatenciesUs: gaps, sentAtUs, firstTokenAtUs } = record
      const gapsUs = gaps.subarray(0, reasoning).reduce((sum, gap) => sum + gap, 0)
      expect(firstAtUs.content).toBe((firstTokenAtUs ?? sentAtUs) + gapsUs)
      expect(record.reasoningText).toBeUndefined()
    }
    const report = consoleReport({ config, summary })
    expect(report).toContain('Time to First Output Token (after reasoning)')
    expect(report).toMatch(new RegExp(`Total reasoning tokens: +${8 * reasoning} `))
    const isRecounted = asked.backend === 'anthropic-messages'
    expect(runWarnings({ summary })).toHaveLength(isRecounted ? 1 : 0)
    expect(summary.reasoningRecounted).toBe(isRecounted ? 8 : undefined)
    expect(requestsCsv(records)).toContain('ttfo_ms')
  },
)

test('a server whose model does not reason is reported as before', async () => {
  const result = await measure(await simulatedUrl())
  const report = consoleReport(result)
  expect(report).not.toMatch(/reason|TTFO|Answer/i)
  expect(requestsCsv(result.records)).not.toMatch(/reasoning_tokens|ttfo|cached/)
})

test('cached tokens of prompts are shown where the server reports them', async () => {
  const flags = { 'enable-prompt-tokens-details': true }
  const baseUrl = await simulatedUrl({ flags })
  const config = { randomInputLen: 64, randomPrefixLen: 256, maxConcurrency: 1 }
  const { summary } = await measure(baseUrl, config)
  const { totalCachedTokens, totalInputTokens, cachedShare } = summary
  // The first prompt finds nothing, the others its prefix in whole blocks.
  expect(totalCachedTokens).toBeGreaterThanOrEqual(7 * 240)
  expect(cachedShare).toBeCloseTo((totalCachedTokens ?? 0) / totalInputTokens, 12)
})

test('responses that never answer are counted, and said', async () => {
  const { summary } = await measure(await simulatedUrl({ reasoning: { share: 1 } }))
  expect(summary).toMatchObject({ completed: 8, unanswered: 8, reasoningShare: 1 })
  expect(summary.metrics.ttfo.count).toBe(0)
  expect(readable(runWarnings({ summary }))).toContainEqual(
    expect.stringContaining('8 of 8 responses ended before an answer'),
  )
})

const reasoningStream = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
  ...['Let', ' me', ' think', '.'].map((text) => ({
    choices: [{ index: 0, delta: { reasoning_content: text } }],
  })),
  ...['It', ' is', ' 4'].map((text) => ({ choices: [{ index: 0, delta: { content: text } }] })),
  { choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } },
]

test('reasoning that the server does not count is counted by its tokenizer', async () => {
  const body = [...reasoningStream.map((event) => JSON.stringify(event)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('')
  const tokenized: string[] = []
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ data: [{ id: 'thinker' }] }),
    'POST /v1/chat/completions': { status: 200, contentType: 'text/event-stream', body },
    'GET /tokenizer_info': json({ vocab_size: 1000 }),
    'POST /tokenize': (asked) => {
      const { prompt } = JSON.parse(asked) as { prompt: string }
      tokenized.push(prompt)
      const tokens = prompt.split(/(?=[ .])/).map((_, index) => index)
      return json({ count: tokens.length, max_model_len: 1000, tokens })
    },
    'POST /detokenize': (asked) => {
      const { tokens } = JSON.parse(asked) as { tokens: number[] }
      return json({ prompt: tokens.map((token) => ` w${token}`).join('') })
    },
  })
  const { summary, records } = await measure(baseUrl, { numPrompts: 3 })
  expect(tokenized).toContain('Let me think.')
  expect(summary).toMatchObject({
    completed: 3,
    totalOutputTokens: 21,
    totalReasoningTokens: 12,
    reasoningRecounted: 3,
  })
  expect(readable(runWarnings({ summary }))).toContainEqual(
    expect.stringContaining('no reasoning tokens for 3 of 3 responses'),
  )
  expect(requestsCsv(records)).toContain(',tokenizer')
})
