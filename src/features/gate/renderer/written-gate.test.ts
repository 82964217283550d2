import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import {
  faultyNumbers,
  readGate,
  readTolerances,
  runsOf,
  writtenFrom,
  writtenGateSchema,
} from './written-gate.ts'

const written = { ...writtenGateSchema.parse({}), baseline: 'server b' }

test('without a choice of the user it compares mean TPOT and latency, 5 % each, in 10 repeats', () => {
  expect(readGate(written)).toEqual({
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
  const [first] = written.tolerances
  const ofTpot = first ?? { subject: '', statistic: '', percent: '' }

  test.each([
    { why: 'none is written', tolerances: [] },
    { why: 'a share is no number', tolerances: [{ ...ofTpot, percent: 'x' }] },
    { why: 'a share is 0', tolerances: [{ ...ofTpot, percent: '0' }] },
    { why: 'a figure is unknown', tolerances: [{ ...ofTpot, subject: 'speed' }] },
    { why: 'two are of one figure', tolerances: [ofTpot, ofTpot] },
  ])('cannot be read if $why', ({ tolerances }) => {
    expect(readTolerances(tolerances)).toBeNull()
  })
})

test.each([
  { field: 'repeats', text: '2' },
  { field: 'repeats', text: '' },
  { field: 'errorPercent', text: '0' },
  { field: 'spreadPercent', text: '21' },
  { field: 'newest', text: '1.5' },
] as const)('$field cannot be "$text"', ({ field, text }) => {
  expect(faultyNumbers({ ...written, [field]: text })).toEqual([field])
  expect(readGate({ ...written, [field]: text })).toBeNull()
})

test('a stored baseline is not measured', () => {
  const rules = { mostRepeats: 10, errorRate: 0.01, startSpread: 0.03 }
  expect(runsOf({ rules, baseline: { kind: 'server', id: 'b' } })).toEqual({ fewest: 6, most: 20 })
  expect(runsOf({ rules, baseline: { kind: 'newest', count: 5 } })).toEqual({ fewest: 3, most: 10 })
})

test.each(['server b', 'newest', 'run r1,r2'])('%s is composed again as it was', (baseline) => {
  const other = {
    ...{ ...written, baseline, restarts: true, repeats: '4', errorPercent: '2' },
    tolerances: [
      { subject: 'ttft', statistic: 'p99', percent: '7.5' },
      { subject: 'output-throughput', statistic: 'mean', percent: '3' },
    ],
  }
  const read = readGate(other)
  if (read === null) throw new Error('the gate cannot be read')
  const gate = { ...read, name: '', candidateId: 'a', config: defaultBenchmarkConfig }
  expect(writtenFrom(gate)).toEqual(other)
})
