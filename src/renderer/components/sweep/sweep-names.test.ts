import { describe, expect, it } from 'vitest'
import { sweepPlanSchema, type Sweep } from '#core/model/sweep.ts'
import { examplePlan, sweepOf } from './example-sweep.ts'
import { armName, cellName, settingName } from './sweep-names.ts'

const t = (key: string, values: Readonly<Record<string, string | number>> = {}): string =>
  [key, ...Object.values(values)].join(' ')

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

function sweepWith(changes: Partial<Sweep>, plan = examplePlan): Sweep {
  return { ...sweepOf([], plan).sweep, ...changes }
}

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

describe('the name of an arm', () => {
  it('is empty where there is nothing to tell apart', () => {
    expect(armName({ server: 0, settings: [] }, sweepWith({}))).toBe('')
  })

  it('has its server where there are several, and the settings of every axis that varies', () => {
    const servers = ['gpu-03', 'gpu-04'].map((name) => ({ id: name, name }))
    expect(
      armName(
        { server: 1, settings: [0, 1, 0] },
        { plan: { ...examplePlan, axes: axes.slice(0, 3) }, servers },
      ),
    ).toBe('gpu-04 · max-num-seqs 64 · random-input-len 1024')
  })
})

describe('the name of a cell', () => {
  const cell = { server: 0, settings: [], requestRate: 10, maxConcurrency: 8 }

  it.each([
    [{ requestRates: [1, 10], maxConcurrencies: [8] }, 'sweep.rate 10'],
    [{ requestRates: [10], maxConcurrencies: [8, 64] }, 'sweep.limit 8'],
    [{ requestRates: [1, 10], maxConcurrencies: [8, 64] }, 'sweep.rate 10 · sweep.limit 8'],
  ])('says what varies: %j', (loads, name) => {
    expect(cellName(cell, sweepWith({}, { ...examplePlan, ...loads }), t)).toBe(name)
  })

  it('of a search says what it turns', () => {
    const { search } = sweepPlanSchema.parse({
      ...examplePlan,
      search: { kind: 'capacity', over: 'maxConcurrency' },
    })
    expect(cellName(cell, sweepWith({ plan: { ...examplePlan, search } }), t)).toBe('sweep.limit 8')
  })
})
