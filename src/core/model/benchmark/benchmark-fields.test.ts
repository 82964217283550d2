import { describe, expect, test } from 'vitest'
import { benchmarkFlags } from './benchmark-fields.ts'
import { outputFlags } from '#core/flags/output.ts'
import { unsupportedFlags } from '#core/flags/unsupported-flags.ts'

const allFlags = [...benchmarkFlags, ...outputFlags]

describe('the list of flags', () => {
  test('follows only flags that there are in the form', () => {
    const fields: readonly string[] = benchmarkFlags.map(({ field }) => field)
    const followed = benchmarkFlags.flatMap(({ after = [] }) => after)
    expect(followed.filter((field) => !fields.includes(field))).toEqual([])
  })

  test('names flags as the original does', () => {
    expect(allFlags.map(({ flag }) => flag)).toEqual(
      expect.arrayContaining(['--base-url', '--ramp-up-start-rps', '--disable-tqdm', '--top-p']),
    )
  })

  test.each(allFlags)('$flag says in one sentence what it does', ({ summary }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/)
    expect(summary.length).toBeLessThan(100)
  })

  test.each(allFlags)('$flag shows what it takes', ({ kind, metavar, choices }) => {
    expect(kind === 'switch').toBe(metavar === undefined && choices === undefined)
  })

  test('refuses none of the flags it takes', () => {
    expect(allFlags.filter(({ flag }) => unsupportedFlags.has(flag))).toEqual([])
  })
})
