import { expect, test } from 'vitest'
import { throughputFigure } from '#core/judgement/known-figures.ts'
import { languageRecords } from '#core/messages/language-records.ts'
import { message, textIn } from '#core/messages/message.ts'
import { comparedScalars } from '#core/metrics/figures.ts'
import { scalarsWith } from '#core/metrics/scalar-names.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'

const config = { ...defaultBenchmarkConfig, backend: 'vllm-pooling' } as const

test('inputs are counted per request, and their rate has the interval of requests', () => {
  const requests = Array.from({ length: 40 }, (_, index) => measured({ startS: index, inputs: 3 }))
  const summary = wholeSummary(requests, config)
  const { requestThroughput, inputsThroughput } = summary
  expect(summary.totalInputs).toBe(120)
  expect(inputsThroughput).toBeCloseTo(3 * requestThroughput, 9)
  const certain = {
    ...{ rate: null, pace: null, littlesLawRatio: null, steadiness: null, goodShare: null },
    ...{ figures: [], stalls: { worstS: 0, gaps: 0, requests: 0 } },
    throughput: {
      requests: { low: 0.9, high: 1.1 },
      outputTokens: { low: 0, high: 0 },
      totalTokens: { low: 0, high: 0 },
    },
  }
  const { interval } =
    throughputFigure({ ...summary, certainty: certain }, 'inputsThroughput') ?? {}
  expect(interval?.low).toBeCloseTo(0.9 * (inputsThroughput ?? 0), 9)
  expect(interval?.high).toBeCloseTo(1.1 * (inputsThroughput ?? 0), 9)
})

test('columns and comparisons keep their order', () => {
  const columns = scalarsWith('csv')
  expect(columns[columns.indexOf('totalInputs') - 1]).toBe('reusableShare')
  expect(columns[columns.indexOf('inputsThroughput') - 1]).toBe('requestGoodput')
  expect(comparedScalars.slice(0, 4)).toEqual([
    ...['outputThroughput', 'requestThroughput', 'inputsThroughput', 'totalTokenThroughput'],
  ])
})

test('texts are messages of the feature', () => {
  const { metrics } = languageRecords.zh
  expect([metrics.totalInputs.title, metrics.inputsThroughput.inSentence]).toEqual([
    '输入条数',
    '输入吞吐',
  ])
  expect(textIn('zh', message('figure.inputsThroughput'))).toBe('输入吞吐')
})
