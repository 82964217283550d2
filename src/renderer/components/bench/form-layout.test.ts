import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { benchmarkFlags, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { expect, test } from 'vitest'
import { formSections } from './form-layout.ts'

const everyField = benchmarkFlags.map(({ field }) => field)

function shownFields(config: BenchmarkConfig, keep: readonly string[] = []): string[] {
  return formSections(config, { keep: new Set(keep), omit: [] }).flatMap(({ fields, more }) =>
    [...fields, ...more].map(({ field }) => field),
  )
}

test('every flag has one place in the form, but for those a server decides', () => {
  const placed = shownFields(defaultBenchmarkConfig, everyField)
  const ofServer = benchmarkFlags.flatMap(({ field, place }) => (place === 'server' ? [field] : []))
  expect([...placed, ...ofServer].sort()).toEqual([...everyField].sort())
})

test('fields of other datasets are out of sight', () => {
  const random = shownFields(defaultBenchmarkConfig)
  expect(random).toContain('randomInputLen')
  expect(random).not.toContain('datasetPath')
  const sharegpt = shownFields({ ...defaultBenchmarkConfig, datasetName: 'sharegpt' })
  expect(sharegpt).toContain('datasetPath')
  expect(sharegpt).not.toContain('randomInputLen')
})

test('a rate is asked for only where requests have no times of their own', () => {
  const traced = { ...defaultBenchmarkConfig, datasetName: 'timed_trace' } as const
  expect(shownFields(traced)).toContain('selfTimed')
  expect(shownFields(traced)).not.toContain('requestRate')
  expect(shownFields({ ...traced, selfTimed: false })).toContain('requestRate')
  expect(shownFields(defaultBenchmarkConfig)).not.toContain('selfTimed')
})

test.each([
  [
    'openai-responses',
    ['temperature', 'servedModelName'],
    ['logprobs', 'ignoreEos', 'promptTokenIds'],
  ],
  ['llama.cpp', ['temperature', 'logprobs', 'promptTokenIds'], ['ignoreEos']],
] as const)('of %s only what it knows is asked for', (backend, inSight, outOfSight) => {
  const shown = shownFields({ ...defaultBenchmarkConfig, backend })
  expect(shown).toEqual(expect.arrayContaining([...inSight]))
  expect(outOfSight.filter((field) => shown.includes(field))).toEqual([])
})

test('burstiness has no meaning while all requests leave at once', () => {
  expect(shownFields(defaultBenchmarkConfig)).not.toContain('burstiness')
  expect(shownFields({ ...defaultBenchmarkConfig, requestRate: 4 })).toContain('burstiness')
})

test('a field that was written or is at fault stays in sight', () => {
  expect(shownFields(defaultBenchmarkConfig, ['datasetPath'])).toContain('datasetPath')
})

test('fields that others set are left out', () => {
  const sections = formSections(defaultBenchmarkConfig, {
    keep: new Set(),
    omit: ['requestRate', 'maxConcurrency'],
  })
  const traffic = sections.find(({ id }) => id === 'traffic')
  expect(traffic?.fields.map(({ field }) => field)).toEqual([])
})
