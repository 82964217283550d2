import { describe, expect, test } from 'vitest'
import { exampleRun } from '../example-run.test-support.ts'
import { datasetPicture } from './dataset-picture.ts'

function hints(picture: string, look: string): string[] {
  const bars = new RegExp(`<rect class="${look}"[^>]*><title>([^<]*)</title>`, 'g')
  return Array.from(picture.matchAll(bars), ([, hint = '']) => hint)
}

describe('the picture of a workload', () => {
  const run = exampleRun({ model: 'org/<sim>' })
  const picture = datasetPicture(run)

  test('counts every request in each histogram, a failed one without an answer', () => {
    expect(hints(picture, 'total')).toEqual([
      '16 tokens: 1 requests',
      '18 tokens: 1 requests',
      '19 tokens: 1 requests',
    ])
    expect(hints(picture, 'output').slice(0, 3)).toEqual([
      '0 tokens: 1 requests',
      '2 tokens: 1 requests',
      '3 tokens: 1 requests',
    ])
    expect(picture).toContain('dataset random · 3 requests · 1 failed, with no answer')
  })

  test('shows each request with its prompt and its answer', () => {
    expect(hints(picture, 'prompt').slice(1)).toEqual([
      '0: 16 prompt + 3 output tokens',
      '1: 16 prompt + 0 output tokens',
      '2: 16 prompt + 2 output tokens',
    ])
  })

  test('is one well-formed document that fits both lights', () => {
    expect(picture).toContain('org/&lt;sim&gt;')
    expect(picture).toContain('prefers-color-scheme: dark')
    expect(picture.match(/<[a-z]/g)).toHaveLength(picture.match(/<\/[a-z]/g)?.length ?? 0)
    expect(picture).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('puts many requests together, and says so', () => {
    const [record] = run.records
    const records = Array.from({ length: 1000 }, () => record).filter((one) => one !== undefined)
    const large = datasetPicture({ ...run, records })
    expect(large).toContain('each bar is the mean of 5 requests')
    expect(hints(large, 'prompt')).toHaveLength(1 + 200)
  })

  test('of a run without requests is empty, not broken', () => {
    expect(datasetPicture({ ...run, records: [] })).not.toMatch(/NaN|Infinity|undefined/)
  })
})
