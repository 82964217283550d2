import { expect, test } from 'vitest'
import { benchmarkFlags, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { formSections } from '#renderer/components/bench/form-layout.ts'
import { withOfferedChoices } from '#renderer/components/bench/offered-choices.ts'
import { exampleRun, exampleSummary } from '#renderer/components/run/example-run.test-support.ts'
import { headFigures } from '#renderer/components/run/head-figures.ts'
import { latencyTable } from '#renderer/components/run/latency-rows.ts'
import { runFigures } from '#renderer/components/run/run-figures.ts'
import { measuredThroughput } from '#renderer/components/run/run-numbers.ts'
import { writeField } from '#renderer/drafts/benchmark-draft.ts'

const pooled = exampleRun({
  config: { backend: 'vllm-pooling' },
  summary: exampleSummary({ totalInputs: 100, inputsThroughput: 10 }),
})

function flagOf(field: string) {
  const flag = benchmarkFlags.find((one) => one.field === field)
  if (flag === undefined) throw new Error(`no flag for ${field}`)
  return flag
}

function shownFields(changes: Partial<BenchmarkConfig>): string[] {
  const config = { ...defaultBenchmarkConfig, ...changes }
  return formSections(config, { keep: new Set(), omit: [] }).flatMap(({ fields, more }) =>
    [...fields, ...more].map(({ field }) => field),
  )
}

test('a run shows inputs, and nothing of output', () => {
  const figure = (name: string) =>
    runFigures(pooled).find((one) => one.name === `metrics.${name}.title`)
  expect(figure('inputsThroughput')).toMatchObject({ value: 10, unit: 'inputs/s' })
  expect(figure('totalTokenThroughput')).toMatchObject({ value: 600, unit: 'tok/s' })
  expect(figure('totalInputs')?.value).toBe(100)
  expect(runFigures(pooled).filter(({ name }) => /output/i.test(name))).toEqual([])
  const places = [
    'requestThroughput',
    'inputsThroughput',
    'peakConcurrency',
    'totalInputs',
  ] as const
  const names = runFigures(pooled).map(({ name }) => name)
  expect(names.filter((name) => places.some((one) => name === `metrics.${one}.title`))).toEqual(
    places.map((name) => `metrics.${name}.title`),
  )
  expect(runFigures(exampleRun()).filter(({ name }) => /inputs/i.test(name))).toEqual([])
  expect(measuredThroughput(pooled, 'outputThroughput')).toBeNull()
  expect(measuredThroughput(pooled, 'requestThroughput')).toBe(10)
})

test('a run has E2EL alone', () => {
  const { rows } = latencyTable(pooled, [])
  expect(rows.map(({ name }) => name)).toEqual(['charts.metric.e2el'])
  const figures = headFigures({ config: pooled.config, summary: exampleSummary({}) })
  expect(figures.map(({ name }) => name)).toEqual(['requestThroughput', 'E2EL'])
})

test('the form has no fields of output', () => {
  const shown = shownFields({ backend: 'openai-embeddings' })
  expect(shown).toEqual(expect.arrayContaining(['randomInputLen', 'randomBatchSize', 'extraBody']))
  for (const field of ['temperature', 'randomOutputLen', 'outputLen', 'percentileMetrics']) {
    expect(shown).not.toContain(field)
  }
  expect(shownFields({})).not.toContain('randomBatchSize')
})

test('a ranking has a query, documents and nothing else', () => {
  const shown = shownFields({ backend: 'vllm-rerank', datasetName: 'random-rerank' })
  expect(shown).toEqual(
    expect.arrayContaining(['noReranker', 'randomBatchSize', 'randomRangeRatio']),
  )
  for (const field of ['randomPrefixLen', 'extraBody', 'promptTokenIds']) {
    expect(shown).not.toContain(field)
  }
})

test('only the dataset to rank and the latency of a response are offered', () => {
  const offered = (field: string, backend: 'vllm-rerank' | 'openai-embeddings') =>
    withOfferedChoices(flagOf(field), { ...defaultBenchmarkConfig, backend }).choices
  expect(offered('datasetName', 'vllm-rerank')).toContain('random-rerank')
  expect(offered('datasetName', 'vllm-rerank')).not.toContain('sharegpt')
  expect(offered('percentileMetrics', 'openai-embeddings')).toEqual(['e2el'])
})

test('API and dataset follow each other', () => {
  const ranking = { backend: 'vllm-rerank', endpoint: '/v1/rerank' }
  expect(writeField({}, flagOf('datasetName'), 'random-rerank')).toEqual({
    ...{ datasetName: 'random-rerank', ...ranking },
  })
  expect(writeField({ datasetName: 'sharegpt' }, flagOf('backend'), 'vllm-rerank')).toEqual({
    ...{ datasetName: 'sharegpt', ...ranking },
  })
})
