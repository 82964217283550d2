import { describe, expect, it } from 'vitest'
import { AppError } from '../../model/app-error.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SampledRequest } from '../../workload/sampled-request.ts'
import { TokenIds } from '../../workload/token-ids.ts'
import { asText } from './body-text.test-support.ts'
import { buildRequestBody } from './request-body.ts'

const request: SampledRequest = {
  prompt: 'Say "hi" 🚀',
  promptTokens: 5,
  expectedOutputTokens: 16,
  requestId: 'x-0',
}

function body(changes: Partial<BenchmarkConfig>, changed: Partial<SampledRequest> = {}): string {
  const config = { ...defaultBenchmarkConfig, datasetName: 'custom' as const, ...changes }
  const options = { config, model: 'm', boundary: 'b' }
  return asText(buildRequestBody({ ...request, ...changed }, options))
}

describe('the body of a request', () => {
  it('has the fields of a completions request, in order', () => {
    expect(body({})).toBe(
      '{"model":"m","prompt":"Say \\"hi\\" 🚀","repetition_penalty":1,"max_tokens":16,' +
        '"logprobs":null,"stream":true,"stream_options":{"include_usage":true}}',
    )
  })

  it('has the fields of a chat request, in order', () => {
    expect(body({ backend: 'openai-chat', logprobs: 3 })).toBe(
      '{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"Say \\"hi\\" 🚀"}]}],' +
        '"max_completion_tokens":16,"stream":true,"stream_options":{"include_usage":true}}',
    )
  })

  it('sends token ids as they are to a completions backend', () => {
    expect(JSON.parse(body({ backend: 'vllm' }, { prompt: TokenIds.of([1, 2, 3]) }))).toMatchObject(
      {
        prompt: [1, 2, 3],
      },
    )
  })

  it('refuses token ids as a chat message', () => {
    expect(() => body({ backend: 'openai-chat' }, { prompt: TokenIds.of([1]) })).toThrow(AppError)
  })

  it('appends what was asked for, in order, and lets later fields win in place', () => {
    const changes = {
      ignoreEos: true,
      topP: 0.9,
      topK: 5,
      minP: 0.1,
      temperature: 0,
      logprobs: 2,
      frequencyPenalty: 0.5,
      presencePenalty: 0.25,
      repetitionPenalty: 1.5,
      extraBody: { temperature: 1, max_tokens: 4, guided: { a: [1] } },
    }
    expect(body(changes)).toBe(
      '{"model":"m","prompt":"Say \\"hi\\" 🚀","repetition_penalty":1.5,"max_tokens":4,"logprobs":2,' +
        '"stream":true,"stream_options":{"include_usage":true},"ignore_eos":true,"top_p":0.9,"top_k":5,' +
        '"min_p":0.1,"temperature":1,"frequency_penalty":0.5,"presence_penalty":0.25,"guided":{"a":[1]}}',
    )
  })

  it('lets fields of a single request win', () => {
    const tools = { bodyOverrides: { tool_choice: 'auto', top_k: 1 } }
    expect(JSON.parse(body({ extraBody: { top_k: 2 } }, tools))).toMatchObject(tools.bodyOverrides)
  })

  it('asks for the full length of random prompts', () => {
    expect(JSON.parse(body({ datasetName: 'random' }))).toMatchObject({ ignore_eos: true })
  })
})
