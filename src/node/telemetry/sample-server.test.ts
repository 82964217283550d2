import { inEnglish } from '#core/messages/message.ts'
import { describe, expect, test } from 'vitest'
import type { TelemetrySample } from '#core/records/sampled-values.ts'
import {
  deadUrl,
  json,
  serveAnswers,
  webPage,
  type Answer,
} from '#node/experiment/http-server.test-support.ts'
import { sharedSimulator } from '#node/simulator/simulator.test-support.ts'
import { sampleServer } from './sample-server.ts'
import { steadyClock } from '#node/load/runtime/clock.ts'

/** What it reports until the end. */
async function sampled(baseUrl: string, over: Promise<unknown>, everyMs = 1000) {
  const samples: TelemetrySample[] = []
  const problems: string[] = []
  const ending = new AbortController()
  const sampling = sampleServer(
    { access: { baseUrl, headers: {}, insecure: false }, label: '', metrics: [], isRouter: false },
    {
      onSample: (_, sample) => void samples.push(sample),
      onProblem: (message) => void problems.push(inEnglish(message)),
      everyMs,
      now: steadyClock(),
      signal: ending.signal,
    },
  )
  await over
  ending.abort()
  await sampling
  return { samples, problems }
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the simulator', () => {
  const simulator = sharedSimulator()

  test('is asked at once, every second and at the end', async () => {
    const startedMs = Date.now()
    const work = async () => {
      await simulator().postJson('/v1/completions', { prompt: 'a b c', max_tokens: 20 })
      await after(1300)
    }
    const { samples, problems } = await sampled(simulator().baseUrl, work())
    expect(problems).toEqual([])
    const secondsOf = samples.map(({ atEpochMs }) => (atEpochMs - startedMs) / 1000)
    expect(secondsOf.length).toBeGreaterThanOrEqual(3)
    // The first sample comes before the first interval has passed, on a busy machine as well.
    expect(secondsOf[0]).toBeLessThan(0.95)
    expect(secondsOf[1]).toBeGreaterThan(0.95)
    expect(samples.at(-1)?.values).toMatchObject({ requestsRunning: 0, generationTokens: 20 })
  })

  test('is asked five times a second where that is wanted', async () => {
    const { samples } = await sampled(simulator().baseUrl, after(1900), 200)
    // At once, every 200 ms and at the end; on a busy machine some come late and are one.
    expect(samples.length).toBeGreaterThanOrEqual(6)
    expect(samples.length).toBeLessThanOrEqual(11)
  })
})

const held: Answer = { status: 503, contentType: 'text/plain', body: '' }
const gauge: Answer = {
  status: 200,
  contentType: 'text/plain',
  body: 'vllm:num_requests_running 2',
}

describe('a server', () => {
  test('that could not answer once is asked again, and nothing is said', async () => {
    const answers = [held, gauge]
    const next = () => answers.shift() ?? gauge
    const baseUrl = await serveAnswers({ 'GET /metrics': next })
    const { samples, problems } = await sampled(baseUrl, after(1200))
    expect(samples.length).toBeGreaterThanOrEqual(1)
    expect(problems).toEqual([])
  })

  test.each([
    ['has no such path', {}, 'answers HTTP 404'],
    ['wants a key', { 'GET /metrics': json({}, 401) }, 'answers HTTP 401'],
    ['shows a web page', { 'GET /metrics': webPage }, 'has no metrics of requests'],
  ])('that %s is reported', async (_, answers, reason) => {
    const { samples, problems } = await sampled(await serveAnswers(answers), after(50))
    expect(samples).toEqual([])
    expect(problems).toEqual([expect.stringContaining(reason)])
  })

  test.each([
    ['a redirect', '/metrics/', { 'GET /metrics': { ...webPage, status: 307 } }],
    ['a path below /v1, as NIM', '/v1/metrics', {}],
    ['iterations as JSON, as TensorRT-LLM', '/prometheus/metrics/', { 'GET /metrics': json([]) }],
  ])('may have %s', async (_, path, answers) => {
    const baseUrl = await serveAnswers({ ...answers, [`GET ${path}`]: gauge })
    const { samples, problems } = await sampled(baseUrl, after(300))
    expect(samples.length).toBeGreaterThanOrEqual(1)
    expect(problems).toEqual([])
  })

  test('a missing one is reported', async () => {
    const { problems } = await sampled(await deadUrl(), after(50))
    expect(problems).toEqual([expect.stringContaining('ECONNREFUSED')])
  })
})
