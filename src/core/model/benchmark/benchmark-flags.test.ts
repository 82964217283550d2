import { describe, expect, test } from 'vitest'
import { benchmarkFieldsSchema } from './benchmark-fields.ts'
import { benchmarkFlags } from '#core/model/benchmark/benchmark-fields.ts'
import { outputFlags, outputOptionsSchema } from '#core/flags/output.ts'
import { unsupportedFlags } from '#core/flags/unsupported-flags.ts'

const allFlags = [...benchmarkFlags, ...outputFlags]

describe('the list of flags', () => {
  test('has one flag for every field of a benchmark and none besides', () => {
    const fields = benchmarkFlags.map(({ field }) => field)
    expect(fields.toSorted()).toEqual(Object.keys(benchmarkFieldsSchema.shape).toSorted())
  })

  test('has one flag for every output option and none besides', () => {
    const fields = outputFlags.map(({ field }) => field)
    expect(fields.toSorted()).toEqual(Object.keys(outputOptionsSchema.shape).toSorted())
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
