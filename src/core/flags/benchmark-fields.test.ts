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

  test('describes every flag in one sentence', () => {
    const isSentence = (text: string) => /^[A-Z].{0,97}\.$/.test(text)
    expect(allFlags.filter(({ summary }) => !isSentence(summary))).toEqual([])
  })

  test('shows what every flag but a switch takes', () => {
    const showsNothing = allFlags.filter(
      ({ metavar, choices }) => metavar === undefined && choices === undefined,
    )
    expect(showsNothing).toEqual(allFlags.filter(({ kind }) => kind === 'switch'))
  })

  test('refuses none of the flags it takes', () => {
    expect(allFlags.filter(({ flag }) => unsupportedFlags.has(flag))).toEqual([])
  })
})
