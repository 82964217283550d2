import { expect, test } from 'vitest'
import { latencyFormat, latencyUnit } from './latency-unit.ts'

test('a column has the unit of its largest value, and never more digits than a clock resolves', () => {
  const values = [0.091, 12.3456, 2345.6]
  const inColumn = latencyFormat(latencyUnit(values))
  expect(values.map(inColumn)).toEqual(['0.0001', '0.0123', '2.35'])
  const inMs = latencyFormat(latencyUnit([0.091, 12.3456]))
  expect([0.091, -0.00748, 12.3456, null].map(inMs)).toEqual(['0.091', '−0.007', '12.3', '–'])
})
