import { expect, test } from 'vitest'
import { parseBenchServe } from '#cli/arguments/parse-bench-serve.ts'

test("words of vLLM-Omni's client are taken", () => {
  const edits = ['--backend', 'openai-image-edits-omni', '--endpoint', '/v1/images/edits']
  const own = ['--image-edits-bot-task', 'recaption', '--omni-request-timeout-s', '90']
  const { config, warnings } = parseBenchServe([
    ...['--omni', ...edits, ...own],
    ...['--print-stage', '--percentile-metrics', 'ttft,tpop,ttfc,tpoc,icl'],
  ])
  expect(warnings).toEqual([])
  expect(config).toMatchObject({
    ...{ imageEditsBotTask: 'recaption', requestTimeoutSec: 90, printStage: true },
    percentileMetrics: ['ttft', 'tpot'],
  })
})
