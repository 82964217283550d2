import { describe, expect, it } from 'vitest'
import { explainPreset } from './explain-preset.ts'
import { findDeployment, simulatorPresets } from './presets.ts'

describe('presets', () => {
  it.each(simulatorPresets)('$id can hold at least one request of full length', ({ id }) => {
    const deployment = findDeployment(id)
    expect(deployment.kvCacheTokens).toBeGreaterThanOrEqual(deployment.maxModelLen)
    expect(deployment.kvCacheTokens % 16).toBe(0)
  })

  it('are distinguished by their ids', () => {
    expect(new Set(simulatorPresets.map(({ id }) => id)).size).toBe(simulatorPresets.length)
  })

  it.each(simulatorPresets)('$id is explained with its model and its knee', ({ id, model }) => {
    const text = explainPreset(id).join('\n')
    expect(text).toContain(model)
    expect(text).toMatch(/Knee near +\d+\.\d requests\/s, \d+ output tokens\/s/)
  })

  it('say of "quick" that it saturates soon', () => {
    expect(explainPreset('quick').join('\n')).toMatch(/Knee near +2\d\.\d requests\/s/)
  })
})
