// A benchmark of a model that reasons: what is printed, its result file and its table agree with each other and the server.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { serveScript } from '#node/load/scripted-server.test-support.ts'
import { expect, test } from 'vitest'
import { bench, printed, simulate, sum, temporaryFolder } from './built-programs.ts'

const chat = ['--backend', 'openai-chat', '--endpoint', '/v1/chat/completions']
const mean = (values: readonly number[]) => sum(values) / values.length

test.each([
  ['openai-chat', '/v1/chat/completions'],
  ['openai-responses', '/v1/responses'],
  // The client counts the reasoning itself, because the API does not.
  ['anthropic-messages', '/v1/messages'],
])('%s: of 20 tokens 12 are reasoning, and times follow from those of each', async (...api) => {
  const server = await simulate(['--reasoning-share', '0.6'])
  const load = ['--random-input-len', '32', '--random-output-len', '20', '--num-prompts', '16']
  const shown = ['--percentile-metrics', 'ttft,ttfo,reasoning_time,answer_tpot,e2el']
  const [backend, endpoint] = api
  const asked = ['--backend', backend, '--endpoint', endpoint, ...load]
  const flags = [...asked, '--request-rate', '20', ...shown]
  const { output, result, requests } = await bench([server.baseUrl], flags)
  expect(result).toMatchObject({ completed: 16, failed: 0, unanswered: 0 })

  const thoughtMs = result.itls.map((gaps) => 1000 * sum(gaps.slice(0, 12)))
  const ttfoMs = result.ttfts.map((ttft, index) => 1000 * ttft + (thoughtMs[index] ?? 0))
  const answerMs = result.latencies.map((latency, at) => 1000 * latency - (ttfoMs[at] ?? 0))
  const expected = [
    ['TTFO', 'ttfo', ttfoMs],
    ['Reasoning Time', 'reasoning_time', thoughtMs],
    ['Answer TPOT', 'answer_tpot', answerMs.map((ms) => ms / 7)],
  ] as const
  for (const [label, key, values] of expected) {
    requests.forEach((row, index) => {
      expect(Number(row[`${key}_ms`]), `${key} of request ${index}`).toBeCloseTo(
        values[index] ?? NaN,
        6,
      )
    })
    expect(result[`mean_${key}_ms`]).toBeCloseTo(mean(values), 6)
    expect(printed(output, `Mean ${label} (ms)`)).toBeCloseTo(mean(values), 1)
  }

  const log = await server.logged(16)
  const generated = sum(log.map(({ generatedTokens }) => generatedTokens ?? 0))
  expect(generated).toBe(sum(result.output_lens))
  expect(result).toMatchObject({ total_reasoning_tokens: 0.6 * generated, reasoning_share: 0.6 })
  expect(printed(output, 'Total reasoning tokens')).toBe(0.6 * generated)
  expect(requests.map((row) => row['reasoning_tokens'])).toEqual(log.map(() => '12'))
})

const [thinkingMs, answeringMs] = [150, 100]

test('no time is shorter than the server took, by its own clock', async () => {
  const truth = new Map<string, Record<'arrived' | 'answered' | 'ended', number>>()
  const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`
  const details = { reasoning_tokens: 2 }
  const usage = { prompt_tokens: 8, completion_tokens: 5, completion_tokens_details: details }
  const server = await serveScript(async ({ url, headers }, response) => {
    const arrived = performance.now()
    if (url === '/v1/models') return void response.end(JSON.stringify({ data: [{ id: 'sim' }] }))
    if (url !== '/v1/chat/completions') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event({ reasoning: 'Let' }) + event({ reasoning: ' me' }))
    await delay(thinkingMs)
    const answered = performance.now()
    response.write(event({ content: 'It' }) + event({ content: ' is' }))
    await delay(answeringMs)
    const ended = performance.now()
    response.end(
      `${event({ content: ' 4' })}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`,
    )
    truth.set(String(headers['x-request-id']), { arrived, answered, ended })
  })
  const prompts = path.join(temporaryFolder(), 'prompts.jsonl')
  writeFileSync(prompts, `${JSON.stringify({ prompt: 'How much is two and two?' })}\n`)
  const dataset = ['--dataset-name', 'custom', '--dataset-path', prompts, '--skip-tokenizer-init']
  const load = ['--num-prompts', '12', '--request-rate', '20']
  const flags = [...chat, ...dataset, ...load]
  const { result, requests } = await bench([new URL(server.url).origin], flags)
  expect(result).toMatchObject({ completed: 12, total_reasoning_tokens: 24 })
  const ofRequests = requests.map((row) => {
    const { arrived = NaN, answered = NaN, ended = NaN } = truth.get(row['request_id'] ?? '') ?? {}
    return {
      ...{ ttftMs: Number(row['ttft_ms']), ttfoMs: Number(row['ttfo_ms']) },
      e2elMs: Number(row['ended_at_ms']) - Number(row['sent_at_ms']),
      ...{ untilAnswerMs: answered - arrived, untilEndMs: ended - arrived },
    }
  })
  for (const { ttftMs, ttfoMs, e2elMs, untilAnswerMs, untilEndMs } of ofRequests) {
    // The client sends before the server receives, and reads after the server writes.
    expect(ttfoMs).toBeGreaterThanOrEqual(untilAnswerMs)
    expect(e2elMs).toBeGreaterThanOrEqual(untilEndMs)
    expect(ttfoMs).toBeGreaterThanOrEqual(ttftMs)
  }
  // A busy client may read reasoning and answer of a response at once, but not of all.
  const pausesMs = ofRequests.map(({ ttftMs, ttfoMs }) => ttfoMs - ttftMs)
  expect(Math.max(...pausesMs)).toBeGreaterThan(thinkingMs / 2)
})
