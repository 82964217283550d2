import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findDeployment } from '../presets/presets.ts'
import { sharedSimulator } from '../simulator.test-support.ts'

const { model, maxModelLen, kvCacheTokens } = findDeployment('quick')

const simulator = sharedSimulator()

describe('what kind of server it is', () => {
  it('is said by the version and the owner of its models', async () => {
    expect(await (await fetch(`${simulator().baseUrl}/version`)).json()).toEqual({
      version: '0.0.0-sim',
    })
    expect(await (await fetch(`${simulator().baseUrl}/v1/models`)).json()).toMatchObject({
      object: 'list',
      data: [
        { id: model.id, owned_by: 'kneepoint-simulator', max_model_len: maxModelLen },
        { id: 'sim', root: model.id },
      ],
    })
  })

  it.each([
    ['GET', '/health', 200],
    ['POST', '/ping', 200],
    ['GET', '/load', 200],
    ['POST', '/start_profile', 200],
    ['POST', '/stop_profile', 200],
    ['POST', '/reset_prefix_cache', 200],
    ['DELETE', '/health', 405],
    ['GET', '/v1/completions', 405],
    ['GET', '/elsewhere', 404],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect((await fetch(`${simulator().baseUrl}${path}`, { method })).status).toBe(status)
  })
})

it.each(['text/plain', 'application/json, application/json', ''])(
  'refuses a body that calls itself %j',
  async (type) => {
    const headers = { 'content-type': type }
    const response = await simulator().post('/v1/completions', { prompt: 'a' }, { headers })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("Only 'application/json' is allowed")
  },
)

describe('the tokenizer', () => {
  it('gives back text through /tokenize and /detokenize', async () => {
    const prompt = 'Höhe 12, knee?\n'
    const answer = await simulator().postJson('/tokenize', { prompt })
    const { tokens } = z.object({ tokens: z.array(z.int()) }).parse(answer)
    expect(await simulator().postJson('/detokenize', { tokens })).toEqual({ prompt })
  })

  it('says what random prompts can be drawn from', async () => {
    expect(await (await fetch(`${simulator().baseUrl}/tokenizer_info`)).json()).toMatchObject({
      vocab_size: 32_000,
      special_token_ids: [0, 1, 2],
      special_tokens_added: 0,
    })
  })
})

describe('metrics', () => {
  it('count tokens, requests and latencies under vLLM’s names', async () => {
    const before = await simulator().metric('vllm:generation_tokens_total')
    const lengthBefore = await simulator().metric(
      'vllm:request_success_total',
      'finished_reason="length"',
    )
    await simulator().post('/v1/completions', { prompt: [9, 9], max_tokens: 7, ignore_eos: true })
    expect(await simulator().metric('vllm:generation_tokens_total')).toBe(before + 7)
    const lengthAfter = await simulator().metric(
      'vllm:request_success_total',
      'finished_reason="length"',
    )
    expect(lengthAfter).toBe(lengthBefore + 1)
    const counted = await simulator().metric('vllm:time_to_first_token_seconds_count')
    expect(await simulator().metric('vllm:time_to_first_token_seconds_bucket', 'le="+Inf"')).toBe(
      counted,
    )
    expect(await simulator().metric('vllm:inter_token_latency_seconds_sum')).toBeGreaterThan(0)
  })

  it('name the size of the KV cache and only hold lines Prometheus can read', async () => {
    expect(
      await simulator().metric('vllm:cache_config_info', `kv_cache_size_tokens="${kvCacheTokens}"`),
    ).toBe(1)
    const text = await (await fetch(`${simulator().baseUrl}/metrics`)).text()
    const samples = text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('# '))
    const sample = /^vllm:[a-z0-9_]+\{([a-z_]+="[^"]*",?)+\} [-+0-9.e]+$/
    expect(samples.filter((line) => !sample.test(line))).toEqual([])
  })

  it('show the hits of a repeated prompt, none after a reset', async () => {
    const prompt = Array.from({ length: 64 }, (_, index) => 20_000 + index)
    const hitsOfPrompt = async () => {
      const before = await simulator().metric('vllm:prefix_cache_hits_total')
      await (await simulator().post('/v1/completions', { prompt, max_tokens: 1 })).text()
      return (await simulator().metric('vllm:prefix_cache_hits_total')) - before
    }
    expect(await hitsOfPrompt()).toBe(0)
    expect(await hitsOfPrompt()).toBe(48)
    expect(await simulator().postJson('/reset_prefix_cache', {})).toEqual({ success: true })
    expect(await hitsOfPrompt()).toBe(0)
  })
})
