import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import type { Language } from '../messages/languages.ts'
import { sweepPlanText } from './sweep-plan-text.ts'

const estimate = {
  points: 15,
  requests: null,
  estimatedDurationS: null,
  cost: null,
  shortage: null,
}

function textOf(search: object, percentile: number | null, language: Language = 'en'): string {
  const plan = sweepPlanSchema.parse({
    name: 'search',
    config: defaultBenchmarkConfig,
    secondsPerPoint: 20,
    requestRates: [1],
    maxConcurrencies: [null],
    limits: [{ name: 'ttft', percentile, bound: 300 }],
    search: { kind: 'capacity', ...search },
  })
  return sweepPlanText({ plan, servers: ['one'], estimate }, language)
}

test.each([
  [
    'requestRate',
    99,
    /at least 368 requests \(p99 needs them\): .+ at 1 req\/s; 20 s of load from 18\.4 req\/s on/,
    15,
  ],
  [
    'requestRate',
    null,
    /at least 50 requests: .+ at 1 req\/s; 20 s of load from 2\.5 req\/s on/,
    15,
  ],
  ['maxConcurrency', 95, /at least 72 requests \(p95 needs them\), 8 per request in flight/, 14],
])(
  'a search over %s with a limit on p%s states what each run takes',
  (over, percentile, cost, runs) => {
    const text = textOf({ over }, percentile)
    expect(text).toContain('in 15 runs at most')
    expect(text).toMatch(cost)
    expect(text).toMatch(
      new RegExp(String.raw`an answer near 32 .+ takes about ${runs} runs, \d+ requests`),
    )
  },
)

test('in Chinese, the columns are aligned by the width of characters', () => {
  const lines = textOf({ over: 'requestRate' }, 99, 'zh').split('\n')
  expect(lines[0]).toBe('扫描“search”')
  expect(lines[1]).toBe('  服务器    one')
  expect(lines[3]).toMatch(
    /^ {2}每次运行 {2}至少 368 个请求（p99 所需）：1 req\/s 时 .+负载持续 20 s$/,
  )
  expect(lines.at(-1)).toBe('  合计      最多 15 次运行、时长取决于服务器')
})
