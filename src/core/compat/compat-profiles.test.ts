import { describe, expect, test } from 'vitest'
import { defaultBenchmarkConfig, defaultsOf } from '#core/model/benchmark-config.ts'
import {
  compatProfileNamed,
  compatProfileNames,
  compatProfileSpellings,
} from './compat-profile-names.ts'
import { compatProfiles } from './compat-profiles.ts'

describe('the name of a compatibility profile', () => {
  test.each([
    ['vllm-0.11', 'vllm-0.11'],
    ['v0.11', 'vllm-0.11'],
    ['0.11.0', 'vllm-0.11'],
    ['VLLM-0.27', 'vllm-0.27'],
    ['newest', 'vllm-0.33'],
    ['v0.33.0', 'vllm-0.33'],
    ['0.32', 'vllm-0.30'],
    ['v0.8', 'vllm-0.7'],
    ['2025-03', 'vllm-0.7'],
    ['aphrodite', 'vllm-0.5'],
    ['Kneepoint', 'kneepoint'],
  ])('may be spelled %s', (word, name) => {
    expect(compatProfileNamed(word)).toBe(name)
  })

  test.each(['vllm-0.15', 'yesterday', ''])('is not guessed from %j', (word) => {
    expect(compatProfileNames).not.toContain(compatProfileNamed(word))
  })

  test('is never also a spelling of another', () => {
    expect(
      Object.keys(compatProfileSpellings).filter((word) =>
        compatProfileNames.some((n) => n === word),
      ),
    ).toEqual([])
  })
})

describe.each(compatProfileNames)('%s', (name) => {
  const { reportRows, result, requests } = compatProfiles[name]

  test('says nothing twice', () => {
    const generated = [reportRows, result.keys, requests.completions, requests.chat]
    for (const list of generated) {
      expect(new Set<string>(list).size).toBe(list.length)
    }
  })

  test('leaves out of its file only what it has', () => {
    expect(result.keys).toEqual(expect.arrayContaining([...result.detailedKeys]))
  })
})

describe('defaults', () => {
  test('are ours where no profile is asked for', () => {
    expect(defaultsOf(undefined)).toBe(defaultBenchmarkConfig)
    expect(defaultsOf('nonsense')).toBe(defaultBenchmarkConfig)
  })

  test('are those of the profile, and leave the choice of profile alone', () => {
    expect(defaultsOf('vllm-0.7')).toEqual({
      ...defaultBenchmarkConfig,
      backend: 'vllm',
      maxConnectionErrors: 0,
      datasetName: 'sharegpt',
      randomRangeRatio: 1,
    })
  })
})
