import { expect, test } from 'vitest'
import { indexFlags } from '#core/vllm/flag-index.ts'
import { type SweepDocument, sweepDocumentSchema } from '../../../drafts/sweep-document.ts'
import { readSweep } from '../../../drafts/sweep-reading.ts'
import { loadAxis } from './load-axis.ts'

function axis(changes: Partial<SweepDocument>) {
  const written: SweepDocument = { ...sweepDocumentSchema.parse({}), ...changes }
  return loadAxis(written, readSweep(written, indexFlags([])))
}

function loads(rates: string, limits = 'none') {
  return sweepDocumentSchema.parse({ load: { 'request-rate': rates, 'max-concurrency': limits } })
}

test('listed rates stand where they are on a logarithmic axis', () => {
  const marks = axis(loads('1, 10, 100, inf'))?.marks
  expect(marks?.map(({ load, at }) => [load, Math.round(at)])).toEqual([
    [1, 0],
    [10, 50],
    [100, 100],
  ])
})

test('concurrency limits where there is one rate only', () => {
  expect(axis(loads('inf', '1, 8, 64'))).toMatchObject({
    over: 'maxConcurrency',
    marks: [{ load: 1 }, { load: 8 }, { load: 64 }],
  })
  expect(axis(loads('8'))).toBeNull()
})

test('a search climbs by doubling to its end', () => {
  const search = { ...sweepDocumentSchema.parse({}).search, from: '1', 'up-to': '10' }
  const found = axis({ loadKind: 'capacity', search })
  expect(found?.marks.map(({ load }) => load)).toEqual([1, 2, 4, 8, 10])
  expect(found?.searched).toEqual({ from: 1, upTo: 10, mostRuns: 15 })
  expect(axis({ loadKind: 'capacity', search: { ...search, 'up-to': '0' } })).toBeNull()
})

test('labels that would touch are left out, the last never', () => {
  const marks = axis(loads('100, 101, 102, 200'))?.marks ?? []
  expect(marks.filter(({ isLabelled }) => isLabelled).map(({ load }) => load)).toEqual([100, 200])
})
