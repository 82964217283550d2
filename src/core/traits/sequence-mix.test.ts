import { expect, test } from 'vitest'
import { meanRandomLengths, readSequenceMix } from './sequence-mix.ts'

const mix = [
  { input: { mean: 256, deviation: 10 }, output: { mean: 128, deviation: 0 }, share: 0.6 },
  { input: { mean: 512, deviation: 0 }, output: { mean: 256, deviation: 2.5 }, share: 0.4 },
]

test.each([
  '256|10,128:60;512,256|2.5:40',
  ' 256|10, 128 : 60 ; 512, 256|2.5 : 40; ',
  '[(256|10,128):60,(512,256|2.5):40]',
  '{"pairs":[{"isl":256,"isl_stddev":10,"osl":128,"prob":60},{"isl":512,"osl":256,"osl_stddev":2.5,"prob":40}]}',
])('%s is a mixture', (text) => {
  expect(readSequenceMix(text)).toEqual(mix)
})

test.each([
  '',
  '256,128',
  '256,128:60;512,256:30',
  '0,128:100',
  '256,128:-5;1,1:105',
  '{"pairs":[]}',
  '{',
])('"%s" is none', (text) => {
  expect(readSequenceMix(text)).toBeNull()
})

test('mean lengths are those of the mixture, or the given ones', () => {
  const lengths = { inputLen: null, outputLen: 7, randomInputLen: 1024, randomOutputLen: 128 }
  expect(meanRandomLengths({ ...lengths, seqDist: '100,10:25;200,50:75' })).toEqual({
    input: 175,
    output: 40,
  })
  expect(meanRandomLengths({ ...lengths, seqDist: null })).toEqual({ input: 1024, output: 7 })
})
