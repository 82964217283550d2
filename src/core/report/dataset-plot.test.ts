import { describe, expect, test } from 'vitest'
import { datasetPlot } from './dataset-plot.ts'
import { exampleRun } from './example-run.test-support.ts'

function hints(image: string): string[] {
  return Array.from(image.matchAll(/<title>([^<]*)<\/title>/g), ([, hint = '']) => hint)
}

describe('the picture of a workload', () => {
  const run = exampleRun({ model: 'org/<sim>' })
  const image = datasetPlot(run, 'en')

  test('counts every request in each histogram, a failed one without a response', () => {
    expect(hints(image)).toEqual(
      expect.arrayContaining([
        '16 tokens\nrequests: 3',
        '18 tokens\nrequests: 1',
        '0 tokens\nrequests: 1',
        '2 tokens\nrequests: 1',
      ]),
    )
    expect(image).toContain('dataset random · 3 requests · 1 failed, with no response')
  })

  test('shows each request with its prompt and its output', () => {
    expect(hints(image)).toContain('request 0\nprompt: 16\noutput: 3')
    expect(hints(image)).toContain('request 1\nprompt: 16\noutput: 0')
  })

  test('is one well-formed document that follows light and dark', () => {
    expect(image).toContain('org/&lt;sim&gt;')
    expect(image).toContain('prefers-color-scheme: dark')
    expect(image).toContain('fill="var(--outputTokens)"')
    const opened = image.match(/<[a-z]+(?:\s[^<>]*)?[^/]>/g)?.length
    expect(opened).toBe(image.match(/<\/[a-z]+>/g)?.length)
    expect(image).not.toMatch(/NaN|Infinity|undefined| style=/)
  })

  test('puts many requests together, and says so', () => {
    const [record] = run.records
    const records = Array.from({ length: 1000 }, () => record).filter((one) => one !== undefined)
    const large = datasetPlot({ ...run, records }, 'en')
    expect(large).toContain('each bar is the mean of 5 requests')
    expect(hints(large).filter((hint) => hint.startsWith('request '))).toHaveLength(2 * 200)
  })

  test('is in Chinese where that is asked for', () => {
    const chinese = datasetPlot(run, 'zh')
    expect(chinese).toContain('数据集 random · 3 个请求 · 1 个失败，没有响应')
    expect(hints(chinese)).toContain('请求 0\n提示词: 16\n输出: 3')
  })

  test('of a run without requests is empty, not broken', () => {
    expect(datasetPlot({ ...run, records: [] }, 'en')).not.toMatch(/NaN|Infinity|undefined/)
  })
})
