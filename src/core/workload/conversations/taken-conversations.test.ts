import { expect, test } from 'vitest'
import { PythonRandom } from '../../random/python-random.ts'
import type { SampleOptions } from '../sample-options.ts'
import { TakenConversations } from './taken-conversations.ts'

function taken(offered: number, more: Partial<SampleOptions>): number[] {
  const options: SampleOptions = {
    count: 3,
    seed: 0,
    shuffle: true,
    repeats: 'choice',
    requestIdPrefix: '',
    random: new PythonRandom(0),
    ...more,
  }
  const conversations = new TakenConversations<number>(options)
  for (let i = 0; i < offered; i++) conversations.offer(i)
  return conversations.list()
}

test('all are taken where no number is asked for', () => {
  expect(taken(5, { count: 0 }).toSorted()).toEqual([0, 1, 2, 3, 4])
  expect(taken(5, { count: 0, shuffle: false })).toEqual([0, 1, 2, 3, 4])
})

test('the first are taken where the order of the file is kept', () => {
  expect(taken(9, { shuffle: false })).toEqual([0, 1, 2])
})

test('some are held again where there are too few, unless that is not wanted', () => {
  expect(taken(2, { shuffle: false, count: 4 })).toHaveLength(4)
  expect(taken(2, { shuffle: false, count: 4, repeats: 'none' })).toEqual([0, 1])
  expect(taken(0, {})).toEqual([])
})

test('each is as likely to be taken as any other', () => {
  const times = new Array<number>(10).fill(0)
  for (let seed = 0; seed < 2000; seed++) {
    const list = taken(10, { seed })
    expect(new Set(list).size).toBe(3)
    for (const one of list) times[one] = (times[one] ?? 0) + 1
  }
  for (const count of times) expect(Math.abs(count - 600)).toBeLessThan(90)
})
