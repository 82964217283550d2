import { describe, expect, test } from 'vitest'
import { asks, firstParts, isOfSweep, questionOf, questions } from './questions.ts'
import { writtenSweepSchema } from './written-sweep.ts'

const written = writtenSweepSchema.parse({})
const ofSweep = questions.filter(isOfSweep)

describe('parts of a question', () => {
  test.each(ofSweep)('%s begins with parts that ask it', (question) => {
    expect(asks(question, firstParts(question, written, '4..64 x2'))).toBe(true)
  })

  test('a search and a tuning begin with a limit, since they need one', () => {
    const limited = ofSweep.filter(
      (question) => firstParts(question, written, '4..64 x2').limits.length > 0,
    )
    expect(limited).toEqual(['capacity', 'tune', 'size'])
  })

  test('nothing of a tuning goes along to the knee, except the price', () => {
    const tuned = writtenSweepSchema.parse({
      ...{ loadKind: 'tune', excluded: 'tp=2', omitted: ['a'] },
      axes: [{ columns: [{ flag: 'max-num-seqs', values: '64' }] }],
      conduct: { price: '12', repeats: '3' },
    })
    const { axes, excluded, omitted, conduct } = firstParts('knee', tuned, '4..64 x2')
    expect({ axes, excluded, omitted }).toEqual({ axes: [], excluded: '', omitted: [] })
    expect(conduct).toMatchObject({ price: '12', repeats: '1' })
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
