import { expect, test } from 'vitest'
import { NumpyRandomState } from '../../random/numpy-legacy.ts'
import type { CountedConversation, CountedTurn } from './conversation.ts'
import { turnRequests, type TurnOptions } from './turn-requests.ts'

const turn = (said: string, more: Partial<CountedTurn> = {}): CountedTurn => ({
  said,
  saidTokens: 10,
  answer: `${said}!`,
  answerTokens: 3,
  outputTokens: 5,
  thinkS: null,
  ...more,
})

const conversation: CountedConversation = {
  opening: [{ role: 'system', content: 's' }],
  openingTokens: 2,
  turns: [turn('a'), turn('b', { thinkS: 7 }), turn('c')],
}

function options(more: Partial<TurnOptions> = {}): TurnOptions {
  return {
    requestIdPrefix: 'r-',
    history: 'answers',
    thinkTime: { meanS: 0.5, shape: 'constant' },
    random: new NumpyRandomState(1),
    ...more,
  }
}

test('each turn brings what is new in it, and counts what will stand before it', () => {
  const requests = turnRequests([conversation], options())
  expect(requests.map(({ chatMessages }) => chatMessages?.map(({ content }) => content))).toEqual([
    ['s', 'a'],
    ['b'],
    ['c'],
  ])
  expect(requests.map(({ promptTokens }) => promptTokens)).toEqual([12, 27, 42])
  expect(requests.map(({ requestId }) => requestId)).toEqual([
    'r-conv-0-turn0',
    'r-conv-0-turn1',
    'r-conv-0-turn2',
  ])
})

test('recorded answers stand before the next turn', () => {
  const requests = turnRequests([conversation], options({ history: 'recorded' }))
  expect(requests[1]?.chatMessages).toEqual([
    { role: 'assistant', content: 'a!' },
    { role: 'user', content: 'b' },
  ])
  expect(requests.map(({ promptTokens }) => promptTokens)).toEqual([12, 25, 38])
})

test('users think as long as their turn says, else as long as all do, and not at first', () => {
  const thought = turnRequests([conversation], options()).map((request) => request.turn?.thinkS)
  expect(thought).toEqual([0, 7, 0.5])
})

test('think times that vary have the mean asked for, and are the same for a seed', () => {
  const long = { ...conversation, turns: Array.from({ length: 4000 }, () => turn('x')) }
  const drawn = () =>
    turnRequests(
      [long],
      options({ thinkTime: { meanS: 2, shape: 'exponential' }, random: new NumpyRandomState(3) }),
    ).map((request) => request.turn?.thinkS ?? 0)
  const thinkS = drawn()
  expect(drawn()).toEqual(thinkS)
  expect(thinkS.reduce((sum, s) => sum + s, 0) / thinkS.length).toBeCloseTo(2, 0)
  expect(new Set(thinkS).size).toBeGreaterThan(3000)
})
