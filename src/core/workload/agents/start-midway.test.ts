import { expect, test } from 'vitest'
import { PythonRandom } from '../../random/python-random.ts'
import { readTrajectory } from './read-trajectory.ts'
import { fromStep, startMidway } from './start-midway.ts'

const call = { id: 'x', type: 'function', function: { name: 'start', arguments: '{}' } }
const say = (content: string) => ({ role: 'user', content })

const trajectory = readTrajectory(
  {
    steps: [
      { id: 'plan', messages: [say('plan')], response: 'P', tool_calls: [call] },
      { id: 'one', after: ['plan'], continues: null, messages: [say('one')], response: 'A' },
      { id: 'two', after: ['plan'], continues: null, messages: [say('two')], response: 'B' },
      {
        id: 'join',
        after: ['one', 'two'],
        continues: 'plan',
        messages: [{ role: 'tool', tool_call_id: 'x', content: 'both' }],
        response: 'J',
      },
      { id: 'end', after: ['join'], messages: [say('end')], response: 'E' },
    ],
  },
  'line 1',
)

test('the messages and responses before a step become its own', () => {
  const { steps } = fromStep(trajectory, 2)
  expect(steps.map(({ after, continues, depth }) => [after, continues, depth])).toEqual([
    [[], null, 1],
    [[0], null, 2],
    [[1], 1, 3],
  ])
  expect(steps[1]?.messages).toEqual([
    say('plan'),
    { role: 'assistant', content: 'P', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'x', content: 'both' },
  ])
  expect(steps[2]?.messages).toEqual([say('end')])
})

test('without steps that are done nothing changes', () => {
  expect(fromStep(trajectory, 0)).toEqual(trajectory)
})

test('only the first ones begin midway, the same for a seed', () => {
  const many = Array.from({ length: 30 }, () => trajectory)
  const begun = startMidway(many, 20, new PythonRandom(4))
  expect(startMidway(many, 20, new PythonRandom(4))).toEqual(begun)
  expect(begun.slice(20)).toEqual(many.slice(20))
  const lengths = begun.slice(0, 20).map(({ steps }) => steps.length)
  expect(new Set(lengths)).toEqual(new Set([1, 2, 3, 4, 5]))
})
