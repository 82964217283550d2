import { expect, test } from 'vitest'
import { latencyUnit, latencyFormat } from './latency-unit.ts'

test('a value has never more digits than a clock resolves', () => {
  const values = [0.091, 1234.56, 2345.6]
  const onAxis = latencyFormat(latencyUnit(values))
  expect(values.map(onAxis)).toEqual(['0.0001', '1.23', '2.35'])
  const inMs = latencyFormat(latencyUnit([0.091, 12.3456]))
  expect([0.091, -0.00748, 12.3456, null].map(inMs)).toEqual(['0.091', '−0.007', '12.3', '–'])
})

test.each([
  [[25.8, 31.2, 48_000], ['25.8', '31.2', '48,000'], 'one slow run leaves the others readable'],
  [[25.8, 2345.6, null, 48_000], ['0.0258', '2.35', '–', '48.0'], 'most are slow'],
  [[302, 1200], ['302', '1,200'], 'of two, the lower decides'],
  [[null], ['–'], 'nothing was measured'],
])('a column of %j reads %j: %s', (values, texts) => {
  expect(values.map(latencyFormat(latencyUnit(values)))).toEqual(texts)
})
