import { expect, test } from 'vitest'
import { textIn } from '#core/messages/message.ts'
import type { StageSummary } from './stage-summary.ts'
import { stageTable } from './stage-table.ts'

const stats = { count: 2, std: 1, min: 1, max: 3 }

const speaking: StageSummary = {
  ...{ id: 1, name: 'code2wav', kind: 'audio', finalOutputType: 'audio', outputUnitType: 'audio' },
  ...{ requests: 2, outputTokens: 0, outputUnits: 0, audioS: 3, audioFrames: 9 },
  figures: {
    stage_gen_time: {
      ...stats,
      mean: 20,
      median: 18,
      percentiles: [{ percentile: 99, value: 40 }],
    },
    audio_duration: {
      ...{ ...stats, mean: 1500, median: 1250 },
      percentiles: [{ percentile: 99, value: 2000 }],
    },
  },
}

test('each figure of a stage is a row, lengths of sound in seconds', () => {
  const table = stageTable({ stages: [speaking] })
  const heads = table.columns.map(({ head }) => head.map((line) => textIn('en', line)).join(' '))
  expect(heads).toEqual(['stage', 'figure', 'requests', 'mean', 'p50', 'p99'])
  expect(table.rows).toEqual([
    ['1 code2wav', 'stage_gen_time (ms)', '2', '20.00', '18.00', '40.00'],
    ['1 code2wav', 'AUDIO_DURATION (s)', '2', '1.50', '1.25', '2.00'],
  ])
})

test.each([undefined, null, []])('%j has no rows', (stages) => {
  expect(stageTable({ stages }).rows).toEqual([])
})
