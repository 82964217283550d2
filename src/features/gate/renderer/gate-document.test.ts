import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { composedGateSchema } from '#features/gate/core/gate-record.ts'
import { gateDocument, gateDocumentSchema, readGate, runsOf } from './gate-document.ts'

const document = { ...gateDocumentSchema.parse({}), baseline: 'server b' }
const placesOf = (changes: Partial<typeof document>) =>
  readGate({ ...document, ...changes }).problems.map(({ place }) => place)

test('without a choice of the user it compares mean TPOT and latency, 5 % each, in 10 repeats', () => {
  expect(readGate(document).value).toEqual({
    baseline: { kind: 'server', id: 'b' },
    figures: [
      { name: 'tpot', percentile: null, tolerance: 0.05 },
      { name: 'e2el', percentile: null, tolerance: 0.05 },
    ],
    rules: { mostRepeats: 10, errorRate: 0.01, startSpread: 0.03 },
    restarts: false,
  })
})

describe('tolerances', () => {
  const ofTpot = { figure: 'mean tpot', percent: '5' }

  test.each([
    { why: 'none is written', figures: [], place: 'figures' },
    {
      why: 'a share is no number',
      figures: [{ ...ofTpot, percent: 'x' }],
      place: 'figures.mean tpot',
    },
    { why: 'a share is 0', figures: [{ ...ofTpot, percent: '0' }], place: 'figures.mean tpot' },
    {
      why: 'a figure is unknown',
      figures: [{ ...ofTpot, figure: 'speed' }],
      place: 'figures.speed',
    },
    { why: 'two are of one figure', figures: [ofTpot, ofTpot], place: 'figures' },
  ])('cannot be read if $why', ({ figures, place }) => {
    expect(placesOf({ figures })).toEqual([place])
  })
})

test.each([
  { place: 'repeats', text: '2' },
  { place: 'repeats', text: '' },
  { place: 'error-rate', text: '0' },
  { place: 'start-spread', text: '21' },
  { place: 'newest', text: '1.5' },
] as const)('$place cannot be "$text"', ({ place, text }) => {
  expect(placesOf({ baseline: 'newest', [place]: text })).toEqual([place])
})

test('every problem has its place', () => {
  expect(placesOf({ repeats: 'x', 'error-rate': '', figures: [] })).toEqual([
    ...['figures', 'repeats', 'error-rate'],
  ])
})

test('a stored baseline is not measured', () => {
  const rules = { mostRepeats: 10, errorRate: 0.01, startSpread: 0.03 }
  expect(runsOf({ rules, baseline: { kind: 'server', id: 'b' } })).toEqual({ fewest: 6, most: 20 })
  expect(runsOf({ rules, baseline: { kind: 'newest', count: 5 } })).toEqual({ fewest: 3, most: 10 })
})

test.each(['server b', 'newest', 'run r1,r2'])('%s is composed again as it was', (baseline) => {
  const other = {
    ...{ ...document, name: 'Weekly', baseline, restart: true, repeats: '4', 'error-rate': '2' },
    figures: [
      { figure: 'p99 ttft', percent: '7.5' },
      { figure: 'output-throughput', percent: '3' },
    ],
  }
  const { value } = readGate(other)
  const gate = { ...value, name: 'Weekly', candidateId: 'a', config: defaultBenchmarkConfig }
  expect(gateDocument(composedGateSchema.parse(gate))).toEqual(other)
})
