import { describe, expect, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { readResult } from '#core/result-file/read-result.ts'
import { splitResults } from '#core/result-file/split-results.ts'
import {
  readServerCounters,
  serverActivityBetween,
  type ServerCounters,
} from '#core/vllm/server-counters.ts'

const specDecode = {
  drafts: 40,
  draftTokens: 120,
  acceptedTokens: 60,
  acceptanceRate: 50,
  acceptanceLength: 2.5,
  positionRates: [0.9, 0.6],
}
const diffusion = {
  committedTokens: 80,
  denoisingSteps: 40,
  canvasPositions: 320,
  committedThroughput: 20,
  stepsPerCanvas: 3,
  committedPerStep: 2.6667,
}

const metricsText = `
# TYPE vllm:spec_decode_num_drafts_total counter
vllm:spec_decode_num_drafts_total{engine="0",model_name="a b"} 10.0
vllm:spec_decode_num_drafts_total{engine="1",model_name="a b"} 5.0
vllm:spec_decode_num_drafts_created{engine="0"} 1.7e+09
vllm:spec_decode_num_draft_tokens_total{engine="0"} 45.0
vllm:spec_decode_num_accepted_tokens_total{engine="0"} 20.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",position="0"} 12.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="1",position="0"} 1.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",position="1"} 7.0
`

test('counters are summed over engines, and distinct from those with longer names', () => {
  expect(readServerCounters(metricsText)).toEqual({
    values: { drafts: 15, draftTokens: 45, acceptedTokens: 20 },
    atPosition: new Map([
      [0, 13],
      [1, 7],
    ]),
  })
})

function counters(
  values: ServerCounters['values'],
  atPosition: readonly (readonly [number, number])[] = [],
): ServerCounters {
  return { values, atPosition: new Map(atPosition) }
}

test('drafts are those made since the first', () => {
  const before = counters({ drafts: 100, draftTokens: 300, acceptedTokens: 50 }, [[0, 50]])
  const after = counters({ drafts: 140, draftTokens: 420, acceptedTokens: 110 }, [
    [1, 24],
    [0, 86],
    [2, 0],
  ])
  expect(serverActivityBetween({ before, after }, 10).specDecode).toEqual({
    drafts: 40,
    draftTokens: 120,
    acceptedTokens: 60,
    acceptanceRate: 50,
    acceptanceLength: 2.5,
    positionRates: [0.9, 0.6, 0],
  })
})

test('a canvas of 8 positions, denoised in 3 steps and committed in a fourth', () => {
  const after = counters({ denoisingSteps: 40, canvasPositions: 320, committedTokens: 80 })
  expect(serverActivityBetween({ before: counters({}), after }, 4).diffusion).toEqual({
    committedTokens: 80,
    denoisingSteps: 40,
    canvasPositions: 320,
    committedThroughput: 20,
    stepsPerCanvas: 3,
    committedPerStep: 80 / 30,
  })
})

test.each<[string, ServerCounters['values'], ServerCounters['values']]>([
  ['nothing was drafted', { drafts: 3, draftTokens: 9 }, { drafts: 3, draftTokens: 9 }],
  ['it started anew', { draftTokens: 9, drafts: 3 }, { draftTokens: 6, drafts: 2 }],
  ['nothing was committed', {}, { denoisingSteps: 5, canvasPositions: 40, committedTokens: 0 }],
])('nothing is reported where %s', (_, before, after) => {
  const looks = { before: counters(before), after: counters(after) }
  expect(serverActivityBetween(looks, 1)).toEqual({
    ...{ specDecode: null, diffusion: null, prefixCache: null },
  })
})

describe('the printed report at its end', () => {
  const endOf = (server: object, changes: Partial<BenchmarkConfig> = {}) => {
    const { config, summary } = exampleRun({ percentileMetrics: [], ...changes })
    const idle = { specDecode: null, diffusion: null, prefixCache: null }
    const reported = { ...summary, server: { ...idle, ...server } }
    const lines = consoleReport({ config, summary: reported }).split('\n')
    return lines.slice(lines.findIndex((line) => /^Total [Tt]oken throughput/.test(line)) + 1)
  }
  const footer = '=================================================='

  test('prints how many drafted tokens were accepted', () => {
    expect(endOf({ specDecode })).toEqual([
      '---------------Speculative Decoding---------------',
      'Acceptance rate (%):                     50.00     ',
      'Acceptance length:                       2.50      ',
      'Drafts:                                  40        ',
      'Draft tokens:                            120       ',
      'Accepted tokens:                         60        ',
      'Per-position acceptance (%):',
      '  Position 0:                            90.00     ',
      '  Position 1:                            60.00     ',
      footer,
    ])
  })

  test('prints how text was denoised, and then no drafts', () => {
    expect(endOf({ specDecode, diffusion })).toEqual([
      '----------------Diffusion Decoding----------------',
      'Committed throughput (tok/s):            20.00     ',
      'Denoising steps per canvas:              3.00      ',
      'Committed per denoising step:            2.67      ',
      'Committed tokens:                        80        ',
      'Denoising steps:                         40        ',
      'Canvas positions evaluated:              320       ',
      footer,
    ])
  })

  test('prints neither where that client did not', () => {
    expect(endOf({ specDecode, diffusion }, { compat: 'vllm-0.11' })).toEqual([footer])
  })
})

test('a result file has them before the latencies, and is read back', () => {
  const run = exampleRun({ percentileMetrics: ['ttft'] })
  const server = { specDecode, diffusion: null, prefixCache: null }
  const written = (changes: object) => {
    const summary = { ...run.summary, server: { ...server, ...changes } }
    return resultJson({ ...run, summary }, { detailed: false })
  }
  const positionRates = [0.9, 1]
  const both = {
    specDecode: { ...specDecode, positionRates },
    diffusion: { ...diffusion, committedPerStep: 2.5 },
  }
  expect(written(both)).toContain(
    '"rtfx": 0.0, "spec_decode_acceptance_rate": 50.0, "spec_decode_acceptance_length": 2.5, ' +
      '"spec_decode_num_drafts": 40, "spec_decode_draft_tokens": 120, ' +
      '"spec_decode_accepted_tokens": 60, ' +
      '"spec_decode_per_position_acceptance_rates": [0.9, 1.0], ' +
      '"diffusion_committed_throughput": 20.0, "diffusion_steps_per_canvas": 3.0, ' +
      '"diffusion_committed_per_step": 2.5, "diffusion_committed_tokens": 80, ' +
      '"diffusion_denoising_steps": 40, "diffusion_canvas_positions": 320, "mean_ttft_ms"',
  )
  const [file] = splitResults(written({}))
  const read = file && readResult(file).summary.server
  expect(read).toEqual(server)
  // Stored runs and bundles keep this order.
  expect(JSON.stringify(read)).toBe(JSON.stringify(server))
})
