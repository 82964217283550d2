import { describe, expect, it } from 'vitest'
import { benchmarkConfigSchema } from './benchmark-config.ts'

const named = { model: 'm' } as const
const audio = { ...named, backend: 'openai-audio', endpoint: '/v1/audio/translations' } as const
const recordings = { datasetName: 'custom_audio', datasetPath: 'a.jsonl' } as const

function problems(config: object): string[] {
  const { error } = benchmarkConfigSchema.safeParse(config)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

describe('a backend', () => {
  it.each([['recordings', { ...audio, ...recordings }]])('takes what it knows: %s', (_, config) => {
    expect(problems(config)).toEqual([])
  })

  it.each([
    [audio, 'datasetName: openai-audio transcribes audio'],
    [{ ...named, ...recordings }, 'backend: recordings are sent for transcription'],
  ])('is not asked for what it cannot do (row %#)', (config, message) => {
    expect(problems(config).join('\n')).toContain(message)
  })
})
