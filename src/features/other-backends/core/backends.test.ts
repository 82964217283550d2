import { describe, expect, it } from 'vitest'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import { hasTokenTimes, usualMetrics } from '#core/traits/metric-traits.ts'

const named = { model: 'm' } as const
const tgi = { ...named, backend: 'tgi', endpoint: '/generate_stream' } as const
const triton = { backend: 'tensorrt-llm', endpoint: '/v2/models/ensemble/generate_stream' } as const
const ollama = { ...named, backend: 'ollama-chat', endpoint: '/api/chat' } as const
const mii = { ...named, backend: 'deepspeed-mii' } as const

function problems(config: object): string[] {
  const { error } = benchmarkConfigSchema.safeParse(config)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

it.each([
  ['tgi', { ...tgi, ignoreEos: true }],
  ['triton', { ...triton, ...named, ignoreEos: true }],
  ['mii', mii],
  ['ollama', { ...ollama, temperature: 0.5, topK: 40 }],
])('takes what it knows: %s', (_, config) => {
  expect(problems(config)).toEqual([])
})

it.each([
  [{ ...tgi, temperature: 0.5 }, 'temperature: tgi takes no sampling parameters'],
  [{ ...tgi, loraModules: ['a'] }, 'loraModules: requests to tgi name no model'],
  [{ ...tgi, endpoint: '/v1/completions' }, 'endpoint: tgi talks to /generate_stream'],
  [triton, 'model: a tensorrt-llm server does not list its models'],
  [{ ...ollama, endpoint: '/v1/chat/completions' }, 'endpoint: ollama-chat talks to /api/chat'],
  [{ ...ollama, ignoreEos: true }, 'ignoreEos: ollama-chat always stops at EOS'],
  [{ ...mii, ignoreEos: true }, 'ignoreEos: deepspeed-mii always stops at EOS'],
  [{ ...mii, goodput: { ttft: 5 } }, 'goodput: can only limit e2el here'],
])('rejects what it cannot do (row %#)', (config, message) => {
  expect(problems(config).join('\n')).toContain(message)
})

describe('answers in one piece', () => {
  const config = benchmarkConfigSchema.parse(mii)

  it('have an end and no times of tokens', () => {
    expect(hasTokenTimes(config)).toBe(false)
    expect(usualMetrics(config)).toEqual(['e2el'])
  })

  it('are timed as an earlier client did where that is asked for', () => {
    expect(usualMetrics({ ...config, compat: 'vllm-0.9' })).toEqual(['ttft', 'tpot', 'itl'])
  })
})
