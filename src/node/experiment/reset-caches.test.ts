import { readable } from '#core/messages/readable.test-support.ts'
import { describe, expect, test } from 'vitest'
import { sharedSimulator } from '#node/simulator/simulator.test-support.ts'
import { deadUrl, json, serveAnswers, type Answer } from './http-server.test-support.ts'
import { resetCaches } from './reset-caches.ts'

async function reset(baseUrl: string) {
  return readable(await resetCaches({ access: { baseUrl, headers: {}, insecure: false } }))
}

describe('the simulator', () => {
  const simulator = sharedSimulator()

  test('computes a prompt again after a reset', async () => {
    const prompt = Array.from({ length: 64 }, (_, index) => 30_000 + index)
    const hitsOfPrompt = async () => {
      const before = await simulator().metric('vllm:prefix_cache_hits_total')
      await simulator().postJson('/v1/completions', { prompt, max_tokens: 1 })
      return (await simulator().metric('vllm:prefix_cache_hits_total')) - before
    }
    await hitsOfPrompt()
    expect(await hitsOfPrompt()).toBe(48)
    expect(await reset(simulator().baseUrl)).toEqual({ done: true })
    expect(await hitsOfPrompt()).toBe(0)
  })

  test('is waited for while its blocks are held', async () => {
    const answering = simulator().post('/v1/completions', { prompt: 'a b c', max_tokens: 60 })
    expect(await reset(simulator().baseUrl)).toEqual({ done: true })
    expect((await answering).status).toBe(200)
  })
})

const empty: Answer = { status: 200, contentType: 'text/plain', body: '' }

describe('a server', () => {
  test('of an older kind answers with nothing and did it', async () => {
    const baseUrl = await serveAnswers({ 'POST /reset_prefix_cache': empty })
    expect(await reset(baseUrl)).toEqual({ done: true })
  })

  test('forgets pictures and recordings as well', async () => {
    const asked: string[] = []
    const note = (path: string) => () => {
      asked.push(path)
      return empty
    }
    const paths = ['/reset_prefix_cache', '/reset_mm_cache', '/reset_encoder_cache']
    const answers = Object.fromEntries(paths.map((path) => [`POST ${path}`, note(path)]))
    expect(await reset(await serveAnswers(answers))).toEqual({ done: true })
    expect(asked).toEqual(paths)
  })
})

describe('a server that cannot', () => {
  test.each([
    ['has no such path', {}, 'has no http', 'VLLM_SERVER_DEV_MODE=1'],
    [
      'is in use for good',
      { 'POST /reset_prefix_cache': json({ success: false }) },
      'requests are using it',
      'Wait',
    ],
    [
      'wants a key',
      { 'POST /reset_prefix_cache': json({ error: 'Unauthorized' }, 401) },
      'HTTP 401',
      'log',
    ],
    [
      'fails at its pictures',
      { 'POST /reset_prefix_cache': empty, 'POST /reset_mm_cache': json({}, 500) },
      '/reset_mm_cache: HTTP 500',
      'log',
    ],
  ])('because it %s', async (_, answers, reason, remedy) => {
    expect(await reset(await serveAnswers(answers))).toEqual({
      done: false,
      reason: expect.stringContaining(reason) as string,
      remedy: expect.stringContaining(remedy) as string,
    })
  })

  test('because it is not there', async () => {
    const outcome = await reset(await deadUrl())
    expect(outcome).toMatchObject({
      done: false,
      reason: expect.stringContaining('ECONNREFUSED') as string,
    })
  })
})
