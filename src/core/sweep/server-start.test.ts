import { expect, test } from 'vitest'
import { sweepAxisSchema } from '#core/model/sweep.ts'
import { flagsFor, flagsText, variedFlags } from './server-start.ts'

const axes = [
  {
    name: 'batch',
    settings: [{ server: { 'max-num-seqs': 64 } }, { server: { 'max-num-seqs': 256 } }],
  },
  {
    name: 'cache',
    settings: [{}, { server: { 'enable-prefix-caching': false, 'max-num-seqs': 8 } }],
  },
].map((axis) => sweepAxisSchema.parse(axis))

test('the flags of a start name every flag that varies, and leave the rest to the server', () => {
  expect(variedFlags({ axes })).toEqual(['max-num-seqs', 'enable-prefix-caching'])
  expect(flagsFor({ axes }, { settings: [1, 0] })).toEqual({
    'max-num-seqs': 256,
    'enable-prefix-caching': null,
  })
  expect(flagsFor({ axes }, { settings: [0, 1] })).toEqual({
    'max-num-seqs': 8,
    'enable-prefix-caching': false,
  })
  expect(flagsFor({ axes: [] }, { settings: [] })).toEqual({})
})

test.each([
  [{}, ''],
  [{ 'max-num-seqs': 64, seed: null }, '--max-num-seqs 64'],
  [{ 'enable-prefix-caching': false, eager: true }, '--no-enable-prefix-caching --eager'],
  [{ 'hf-overrides': { a: 1 } }, '--hf-overrides {"a":1}'],
])('%j are written as "%s"', (flags, text) => {
  expect(flagsText(flags)).toBe(text)
})
