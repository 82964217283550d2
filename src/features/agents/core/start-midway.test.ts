import { expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { toyTokenizer } from '#core/workload/fixtures/toy-tokenizer.ts'
import { drawLognormal } from '#core/random/lognormal.ts'
import { randomTrajectories } from './random-trajectories.ts'
import { readTrajectory } from './read-trajectory.ts'
import { fromStep, startMidway } from './start-midway.ts'
import type { Trajectory } from './trajectory.ts'

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

test('the next step waits for what is left of its pause, and no other', () => {
  const { steps } = fromStep(trajectory, 1, 0.25)
  expect(steps.map(({ after, toolS }) => [after, toolS])).toEqual([
    [[], 0.25],
    [[], 0],
    [[0, 1], null],
    [[2], null],
  ])
})

const start = {
  isLengthBiased: false,
  toolLatency: { mean: 0.5, variation: 1 },
  thinkMeanS: 0,
}

test('only the first ones begin midway, the same for a seed', () => {
  const many = Array.from({ length: 60 }, () => trajectory)
  const begin = () => startMidway(many, { ...start, count: 40, random: new NumpyRandomState(4) })
  const begun = begin()
  expect(begin()).toEqual(begun)
  expect(begun).toHaveLength(60)
  expect(begun.slice(40)).toEqual(many.slice(40))
  const lengths = begun.slice(0, 40).map(({ steps }) => steps.length)
  expect(new Set(lengths)).toEqual(new Set([1, 2, 3, 4, 5]))
})

test('recorded trajectories are met in proportion to their duration', () => {
  const lasting = (seconds: number) =>
    readTrajectory(
      {
        steps: [
          { id: 'a', messages: [say('a')], response: 'A' },
          { id: 'b', messages: [say('b')], response: 'B', tool_s: seconds },
        ],
      },
      'line 1',
    )
  const [short, long] = [lasting(1), lasting(4)]
  const all = Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? short : long))
  const begun = startMidway(all, { ...start, count: 50, random: new NumpyRandomState(1) })
  expect(begun).toHaveLength(100)
  const left = begun.slice(50).filter((each) => each === short).length
  // Four fifths of those under way are long, so about 40 of the 50 short ones have not begun.
  expect(Math.abs(left - 40)).toBeLessThanOrEqual(8)
})

const agents = 40
const spec = {
  ...{ count: 4 * agents, midway: agents, steps: 6, variation: 0.5 },
  ...{ systemLen: 1, taskLen: 1, toolResultLen: 1, outputLen: 10 },
  ...{ fanOutShare: 0, subagents: 1, subagentSteps: 1, cancelledShare: 0, hasAnswers: true },
}

type Under = Readonly<{ depth: number; fromS: number; toS: number }>

/** When which step of which depth is under way, pauses before it included. */
function played(trajectories: readonly Trajectory[], tokenS: number, seed: number): Under[] {
  const random = new NumpyRandomState(seed + 1000)
  const freeAtS = new Float64Array(agents)
  const under: Under[] = []
  for (const { steps } of trajectories) {
    const agent = freeAtS.indexOf(Math.min(...freeAtS))
    for (const [number, { toolS, outputTokens, depth = number }] of steps.entries()) {
      const fromS = freeAtS[agent] ?? 0
      const pauseS = toolS ?? drawLognormal(start.toolLatency, random)
      const toS = fromS + pauseS + (outputTokens ?? 0) * tokenS
      under.push({ depth, fromS, toS })
      freeAtS[agent] = toS
    }
  }
  return under
}

const deepest = 9

function depthsAt(under: readonly Under[], atS: number): number[] {
  const counts = Array.from({ length: deepest + 1 }, () => 0)
  for (const { depth, fromS, toS } of under) {
    if (fromS > atS || atS >= toS) continue
    const place = Math.min(depth, deepest)
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

const sum = (all: readonly number[][]) =>
  all.reduce((totals, counts) => totals.map((total, place) => total + (counts[place] ?? 0)))

/** Of two samples of the same size; above 27.9 with a probability of 0.001 where they have one distribution. */
function chiSquare(one: readonly number[], other: readonly number[]): number {
  return one.reduce((total, count, place) => {
    const both = count + (other[place] ?? 0)
    return both === 0 ? total : total + (count - (other[place] ?? 0)) ** 2 / both
  }, 0)
}

async function compared(midway: number, tokenS: number): Promise<number> {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed)
  const runs = await Promise.all(
    seeds.map(async (seed) => {
      const made = await randomTrajectories({ ...spec, midway, seed }, toyTokenizer)
      const random = new NumpyRandomState(seed)
      const begun = startMidway(made, { ...start, count: midway, isLengthBiased: true, random })
      const under = played(begun, tokenS, seed)
      return { first: depthsAt(under, 0), later: depthsAt(under, 8) }
    }),
  )
  const [first, later] = [runs.map((run) => run.first), runs.map((run) => run.later)].map(sum)
  return chiSquare(first ?? [], later ?? [])
}

test.each([0.02, 0.04])(
  'steps are under way at the start as they are later, with %s s per token',
  { timeout: 60_000 },
  async (tokenS) => {
    expect(await compared(agents, tokenS)).toBeLessThan(27.9)
  },
)

test('without a start midway they are not', { timeout: 60_000 }, async () => {
  expect(await compared(0, 0.02)).toBeGreaterThan(100)
})
