import { expect, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { summarizeRun } from '../../stats/summarize-run.ts'
import { conversationReport } from './conversation-report.ts'
import { exampleRecords, exampleRun } from '../example-run.test-support.ts'
import { resultJson } from '../result-file/result-json.ts'

/** A conversation whose second turn failed, and one of a single turn. */
function conversations(config: Partial<BenchmarkConfig> = {}) {
  const run = exampleRun(config)
  const turns = [
    { conversation: 0, number: 0 },
    { conversation: 0, number: 1 },
    { conversation: 1, number: 0 },
  ]
  const records = exampleRecords.map((record, i) => ({ ...record, turn: turns[i] }))
  const summary = summarizeRun(records.map(measuredFromRecord), {
    durationS: 2,
    percentiles: [50],
    goodputLimitsMs: {},
    client: null,
  })
  return { ...run, records, summary }
}

test('the report has conversations and each of their turns', () => {
  expect(
    conversationReport(conversations())
      ?.split('\n')
      .map((line) => line.trimEnd()),
  ).toEqual([
    '================= Conversations ==================',
    'Conversations completed:                 1',
    'Conversations failed:                    1',
    'Mean turns answered:                     1.00',
    'Mean conversation duration (ms):         250.00',
    'Median conversation duration (ms):       250.00',
    'P99 conversation duration (ms):          250.00',
    '----------------Turn by Turn (ms)-----------------',
    'Turn  Count  Failed   Input    TTFT                   TPOT                   E2EL',
    '                     tokens    mean  median     p99   mean  median    p99    mean  median     p99',
    '─────────────────────────────────────────────────────────────────────────────────────────────────',
    '   1      2       0   16.00  150.00  150.00  199.00  32.50   32.50  49.65  190.00  190.00  248.80',
    '   2      0       1    0.00    0.00    0.00    0.00   0.00    0.00   0.00    0.00    0.00    0.00',
    '==================================================',
  ])
})

test('the file has them too, under the names of the original’s Rust client', () => {
  const reported = JSON.parse(resultJson(conversations(), { detailed: false })) as object
  expect(reported).toMatchObject({
    conversations_completed: 1,
    conversations_failed: 1,
    avg_turns_completed: 1,
    avg_conversation_duration_ms: 250,
    p99_conversation_duration_ms: 250,
    per_turn_metrics: [
      {
        turn_index: 0,
        num_samples: 2,
        completed: 2,
        median_ttft_ms: expect.closeTo(150) as number,
        p50_e2el_ms: 190,
      },
      { turn_index: 1, num_samples: 1, failed: 1 },
    ],
  })
})

test('prints nothing for single requests, nor for the clients of a compatibility profile', () => {
  expect(conversationReport(exampleRun())).toBeNull()
  expect(resultJson(exampleRun(), { detailed: false })).not.toContain('conversation')
  const early = conversations({ compat: 'vllm-0.30' })
  expect(conversationReport(early)).toBeNull()
  expect(resultJson(early, { detailed: false })).not.toContain('conversation')
})
