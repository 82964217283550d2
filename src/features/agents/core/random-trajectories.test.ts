import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { toyTokenizer } from '#core/workload/fixtures/toy-tokenizer.ts'
import { countTrajectories } from './count-trajectories.ts'
import { drawCounts, drawLognormal } from '#core/random/lognormal.ts'
import { type RandomAgentSpec, randomTrajectories } from './random-trajectories.ts'
import { branchesOf } from './trajectory.ts'

const spec: RandomAgentSpec = {
  count: 5,
  midway: 0,
  steps: 4,
  taskLen: 9,
  toolResultLen: 6,
  outputLen: 3,
  variation: 0,
  systemLen: 12,
  fanOutShare: 0,
  subagents: 2,
  subagentSteps: 3,
  cancelledShare: 0,
  hasAnswers: true,
  seed: 3,
}

const noLengths = { fixed: null, unanswered: 1 }

test('an agent calls a tool in every step but its last, and reads the result in the next', async () => {
  const [trajectory] = await randomTrajectories(spec, toyTokenizer)
  const steps = trajectory?.steps ?? []
  expect(steps.map(({ after, continues }) => [after, continues])).toEqual([
    [[], null],
    [[0], 0],
    [[1], 1],
    [[2], 2],
  ])
  expect(steps.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
    ['system', 'user'],
    ['tool'],
    ['tool'],
    ['tool'],
  ])
  const ids = steps.map(({ calls }) => calls.map(({ id }) => id))
  expect(ids).toEqual([['call_0'], ['call_1'], ['call_2'], []])
  expect(steps.slice(1).map(({ messages }) => messages[0]?.tool_call_id)).toEqual(ids.flat())
})

test('texts have the lengths asked for, and system prompts are shared', async () => {
  const trajectories = await randomTrajectories(spec, toyTokenizer)
  const counted = await countTrajectories(trajectories, noLengths, toyTokenizer)
  for (const [position, { steps }] of counted.entries()) {
    expect(steps.map(({ ownTokens }) => ownTokens)).toEqual([21, 6, 6, 6])
    expect(steps.map(({ outputTokens }) => outputTokens)).toEqual([3, 3, 3, 3])
    expect(steps.map(({ sharedTokens }) => sharedTokens)).toEqual([
      position === 0 ? 0 : 12,
      0,
      0,
      0,
    ])
    expect(steps.map(({ depth }) => depth)).toEqual([0, 1, 2, 3])
  }
})

test('subagents begin together, and the agent waits for all of them', async () => {
  const fanning = { ...spec, count: 1, steps: 2, fanOutShare: 1 }
  const [trajectory] = await randomTrajectories(fanning, toyTokenizer)
  expect(trajectory?.steps.map(({ after, continues }) => [after, continues])).toEqual([
    [[], null],
    ...[
      [[0], null],
      [[1], 1],
      [[2], 2],
    ],
    ...[
      [[0], null],
      [[4], 4],
      [[5], 5],
    ],
    [[3, 6], 0],
  ])
  const last = trajectory?.steps.at(-1)
  expect(last?.messages.map(({ tool_call_id: id }) => id)).toEqual(
    trajectory?.steps[0]?.calls.map(({ id }) => id),
  )
  expect(last?.toolS).toBe(0)
})

test('a share of the subagents is cancelled within their output, and nothing else changes with it', async () => {
  const fanning = { ...spec, count: 60, steps: 3, fanOutShare: 1, variation: 0 }
  const none = await randomTrajectories(fanning, toyTokenizer)
  const all = await randomTrajectories({ ...fanning, cancelledShare: 1 }, toyTokenizer)
  const some = await randomTrajectories({ ...fanning, cancelledShare: 0.3 }, toyTokenizer)
  const cancelsIn = (made: typeof all) =>
    made.flatMap(({ steps }) => steps.flatMap(({ cancel }) => cancel ?? []))
  expect(cancelsIn(none)).toEqual([])
  // Four subagents per agent, with three steps of three tokens.
  expect(cancelsIn(all)).toHaveLength(240)
  const tokens = cancelsIn(all).map(({ afterTokens }) => afterTokens ?? 0)
  expect([Math.min(...tokens), Math.max(...tokens)]).toEqual([1, 8])
  expect(cancelsIn(some).length / 240).toBeCloseTo(0.3, 1)
  const firsts = all[0]?.steps.flatMap(({ cancel }, place) => (cancel ? [place] : []))
  expect(firsts).toEqual([1, 4, 8, 11])
  expect(branchesOf(all[0]?.steps ?? [])).toEqual([
    null,
    1,
    1,
    1,
    4,
    4,
    4,
    null,
    8,
    8,
    8,
    11,
    11,
    11,
    null,
  ])
  expect(await randomTrajectories({ ...fanning, cancelledShare: 0.3 }, toyTokenizer)).toEqual(some)
  // A new context of the agent itself is no branch.
  const compacted = [
    { after: [], continues: null },
    { after: [0], continues: null },
    { after: [1], continues: 1 },
  ]
  expect(branchesOf(compacted)).toEqual([null, null, null])
})

test('a seed always gives the same trajectories, and recorded responses change nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(1000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (seed, share) => {
        const drawn = { ...spec, seed, fanOutShare: share, variation: 0.7 }
        const first = await randomTrajectories(drawn, toyTokenizer)
        expect(await randomTrajectories(drawn, toyTokenizer)).toEqual(first)
        const without = await randomTrajectories({ ...drawn, hasAnswers: false }, toyTokenizer)
        expect(without.map(({ steps }) => steps.map(({ messages }) => messages))).toEqual(
          first.map(({ steps }) => steps.map(({ messages }) => messages)),
        )
        for (const { steps } of first) {
          steps.forEach(({ after, continues }, position) => {
            for (const before of after) expect(before).toBeLessThan(position)
            expect(continues ?? -1).toBeLessThan(position)
          })
        }
      },
    ),
    { numRuns: 20 },
  )
})

test.each([
  { mean: 20, variation: 0.5 },
  { mean: 400, variation: 1 },
  { mean: 3, variation: 0 },
])('draws of mean $mean and variation $variation have both', ({ mean, variation }) => {
  const random = new NumpyRandomState(1)
  const draws = Array.from({ length: 40_000 }, () => drawLognormal({ mean, variation }, random))
  const average = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
  const variance = draws.reduce((sum, draw) => sum + (draw - average) ** 2, 0) / draws.length
  expect(average / mean).toBeCloseTo(1, 1)
  expect(Math.sqrt(variance) / average).toBeCloseTo(variation, 1)
})

test.each([100, 400])(
  '%i counts have the mean of their distribution, whatever the seed',
  (count) => {
    for (let seed = 0; seed < 20; seed++) {
      const counts = drawCounts(count, { mean: 20, variation: 0.5 }, new NumpyRandomState(seed))
      const mean = counts.reduce((sum, each) => sum + each, 0) / count
      // Drawn one by one, means would differ by 1.0 of 100 and by 0.5 of 400.
      expect(Math.abs(mean - 20)).toBeLessThan(count === 100 ? 0.7 : 0.25)
    }
  },
)
