import { expect, test } from 'vitest'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { conversationReport } from '#core/report/console/conversation-report.ts'
import { exampleRecords, exampleRun } from '#core/report/example-run.test-support.ts'
import { summarizeRun } from '#core/stats/summarize-run.ts'

test('of agents it speaks of trajectories and steps, without the times that the metrics have', () => {
  const run = exampleRun()
  const records = exampleRecords.map((record, i) => {
    return { ...record, turn: { conversation: i >> 1, number: i % 2 } }
  })
  const own = summarizeRun(records.map(measuredFromRecord), {
    durationS: 2,
    percentiles: [50],
    goodputLimitsMs: {},
    client: null,
  })
  const whole = own.conversations
  if (whole === null) throw new Error('no conversations')
  const agents = {
    timeToSolution: whole.duration,
    modelTime: whole.duration,
    toolTime: { ...whole.duration, mean: 40 },
    inputTokens: 20,
    outputTokens: 3,
    cache: { promptTokens: 32, cachedTokens: 8, reusableTokens: 16 },
    branches: {
      ...{ begun: 8, cancelled: 2, cancelledRequests: 2 },
      ...{ inputTokens: 900, outputTokens: 30, allOutputTokens: 120 },
    },
  }
  const summary = { ...own, conversations: { ...whole, agents } }
  const lines = conversationReport({ ...run, summary })?.split('\n') ?? []
  expect(lines.slice(0, 16).map((line) => line.trimEnd())).toEqual([
    '================== Trajectories ==================',
    'Trajectories failed:                     1',
    'Trajectories from first to last step:    1',
    'Mean steps answered:                     1.00',
    'Mean time with tools (ms):               40.00',
    'Mean input tokens per trajectory:        20.00',
    'Mean output tokens per trajectory:       3.00',
    'Cached prompt tokens (%):                25.00',
    'Ideally cached (%):                      50.00',
    'Branches cancelled:                      2',
    'Share of branches cancelled (%):         25.00',
    'Requests cancelled with a branch:        2',
    'Output tokens of cancelled branches:     30',
    'Share of output wasted by them (%):      25.00',
    '----------------Step by Step (ms)-----------------',
    'Step  Count  Failed   Input    TTFT                   TPOT                   E2EL',
  ])
})
