import { describe, expect, test } from 'vitest'
import { asks, firstParts, isOfSweep, questionOf, questions, withParts } from './questions.ts'
import { sweepDocumentSchema } from './sweep-document.ts'

const ofSweep = questions.filter(isOfSweep)

describe('parts of a question', () => {
  test.each(ofSweep)('%s begins with parts that ask it', (question) => {
    expect(asks(question, firstParts(question, '4..64 x2'))).toBe(true)
  })

  test('a search and a tuning begin with a limit, since they need one', () => {
    const limited = ofSweep.filter((question) => firstParts(question, '4..64 x2').limits.length > 0)
    expect(limited).toEqual(['capacity', 'tune', 'size'])
  })

  test('nothing of a tuning goes along to the knee, except the price', () => {
    const tuned = sweepDocumentSchema.parse({
      ...{ loadKind: 'tune', exclude: 'tp=2', omit: ['a'], repeats: '3' },
      axes: [{ columns: [{ flag: 'max-num-seqs', values: '64' }] }],
      price: { 'per-hour': '12' },
    })
    const next = { ...tuned, ...withParts(tuned, firstParts('knee', '4..64 x2')) }
    expect(next).toMatchObject({ axes: [], exclude: '', omit: [], repeats: '1' })
    expect(next.price['per-hour']).toBe('12')
  })
})

test.each([
  { loadKind: 'listed', question: 'knee' },
  { loadKind: 'curve', question: 'knee' },
  { loadKind: 'capacity', question: 'capacity' },
  { loadKind: 'tune', question: 'tune' },
] as const)('an opened plan of $loadKind loads asks $question', ({ loadKind, question }) => {
  expect(questionOf({ loadKind })).toBe(question)
  expect(asks(question, { loadKind })).toBe(true)
})
