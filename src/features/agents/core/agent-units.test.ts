import { equivalentCommand } from '#core/command-line/equivalent-command.ts'
import { inEnglish } from '#core/messages/message.ts'
import { benchmarkConfigSchema } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { logText } from '#core/report/log-text.ts'
import { loadText } from '#core/sweep/knee-text.ts'
import { pointConfig, sweepPoints } from '#core/sweep/sweep-points.ts'
import { heldBy } from '#core/traits/load-traits.ts'
import { expect, test } from 'vitest'

const config = benchmarkConfigSchema.parse({
  ...{ backend: 'openai-chat', endpoint: '/v1/chat/completions' },
  ...{ datasetName: 'random-agent', agentSteps: 5 },
})

test('a log of agents counts agents', () => {
  const values = { requestRate: 'inf', maxConcurrency: 8 }
  const entry = { atEpochMs: 0, kind: 'saturated', point: null, values } as const
  expect(inEnglish(logText(entry, config))).toBe(
    'the server is saturated at 8 concurrent agents; heavier loads are left out.',
  )
})

test('the equivalent command is our own, because earlier clients have no agents', () => {
  expect(equivalentCommand(config)).toBe(
    'kneepoint bench serve --backend openai-chat --endpoint /v1/chat/completions --dataset-name random-agent --agent-steps 5',
  )
})

test('a load of agents is named in agents', () => {
  const held = heldBy(config)
  expect(inEnglish(loadText({ requestRate: 'inf', maxConcurrency: 8 }, held))).toBe(
    '8 concurrent agents',
  )
})

test('a point of a sweep without a rate sends by the clock', () => {
  const plan = sweepPlanSchema.parse({
    ...{ name: 'agents', config: { ...config, numPrompts: 200 }, secondsPerPoint: 30 },
    ...{ requestRates: ['inf'], maxConcurrencies: [64] },
  })
  const [point] = sweepPoints(plan)
  expect(point && pointConfig(plan, point)).toMatchObject({ durationMinutes: 0.5, numPrompts: 200 })
})
