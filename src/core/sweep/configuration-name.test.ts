import { describe, expect, it } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { configurationName, settingName } from './configurations.ts'

const examplePlan = sweepPlanSchema.parse({
  name: 'rates',
  config: defaultBenchmarkConfig,
  requestRates: [1],
  maxConcurrencies: [null],
  secondsPerPoint: null,
})
const { axes } = sweepPlanSchema.parse({
  ...examplePlan,
  axes: [
    {
      name: 'batch',
      settings: [
        { server: { 'max-num-seqs': 64, 'enforce-eager': true } },
        { server: { 'max-num-seqs': 256, 'enforce-eager': true } },
      ],
    },
    {
      name: 'lengths',
      settings: [
        { benchmark: { randomInputLen: 128, randomOutputLen: 32 } },
        { benchmark: { randomInputLen: 1024 } },
      ],
    },
    { name: 'fixed', settings: [{ benchmark: { ignoreEos: true } }] },
    { name: 'eager', settings: [{ server: { 'enforce-eager': true } }, {}] },
  ],
})

describe('the name of a setting', () => {
  it.each([
    [0, 0, 'max-num-seqs 64', 'what all settings share is left out'],
    [1, 0, 'random-input-len 128, random-output-len 32', 'linked parameters stand together'],
    [1, 1, 'random-input-len 1024', 'what it leaves alone is not named'],
    [3, 1, 'default', 'one that changes nothing is the default'],
  ])('of axis %i at %i is “%s”: %s', (axis, position, name) => {
    const wanted = axes[axis]
    expect(wanted && settingName(wanted, position)).toBe(name)
  })
})

describe('the name of a configuration', () => {
  it('is empty where nothing differs', () => {
    expect(
      configurationName(
        { server: 0, settings: [] },
        { plan: examplePlan, servers: [{ id: 'a', name: 'a' }] },
      ),
    ).toBe('')
  })

  it('leaves out axes at their default, unless all are', () => {
    const servers = [{ id: 'a', name: 'a' }]
    const plan = { ...examplePlan, axes: [...axes.slice(0, 1), ...axes.slice(3)] }
    const nameAt = (settings: number[]) =>
      configurationName({ server: 0, settings }, { plan, servers })
    expect(nameAt([0, 0])).toBe('max-num-seqs 64 · enforce-eager true')
    expect(nameAt([0, 1])).toBe('max-num-seqs 64')
    const onlyEager = { ...examplePlan, axes: axes.slice(3) }
    expect(configurationName({ server: 0, settings: [1] }, { plan: onlyEager, servers })).toBe(
      'default',
    )
  })

  it('has its server where there are several, and the settings of every axis that varies', () => {
    const servers = ['gpu-03', 'gpu-04'].map((name) => ({ id: name, name }))
    expect(
      configurationName(
        { server: 1, settings: [0, 1, 0] },
        { plan: { ...examplePlan, axes: axes.slice(0, 3) }, servers },
      ),
    ).toBe('gpu-04 · max-num-seqs 64 · random-input-len 1024')
  })
})
