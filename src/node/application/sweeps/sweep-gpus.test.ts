import { expect, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { gpusOccupied } from './sweep-gpus.ts'

const stopped = { state: 'stopped' as const }
const profile = launchProfileSchema.parse({
  name: 'tp2',
  config: { model: 'qwen', flags: { 'tensor-parallel-size': 2, 'data-parallel-size': 2 } },
})
const launched = {
  spec: { kind: 'launched' as const, hostId: 'h', profile, launchId: null },
  state: stopped,
}
const attached = (gpuCount?: number) => ({
  spec: { kind: 'attached' as const, baseUrl: 'http://a', gpuCount },
  state: stopped,
})

test('a launch states its workers, and a configuration changes them', () => {
  const server = { server: launched, hostFacts: null }
  expect(gpusOccupied({ ...server, overrides: {} })).toBe(4)
  expect(gpusOccupied({ ...server, overrides: { 'tensor-parallel-size': 1 } })).toBe(2)
  expect(gpusOccupied({ ...server, overrides: { 'tensor-parallel-size': null } })).toBe(4)
})

test('a host without GPUs occupies none that could be counted', () => {
  expect(gpusOccupied({ server: launched, overrides: {}, hostFacts: { gpus: [] } })).toBe(null)
})

test('an attached server has what its user states, or nothing is known', () => {
  expect(gpusOccupied({ server: attached(8), overrides: {}, hostFacts: null })).toBe(8)
  expect(gpusOccupied({ server: attached(), overrides: {}, hostFacts: null })).toBe(null)
})
