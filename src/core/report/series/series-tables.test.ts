// The tables are those vLLM's Rust client printed for the same figures.
import { expect, test } from 'vitest'
import { comparisonTable } from './comparison-table.ts'
import { dryRunText } from './dry-run-text.ts'
import { resultFigures } from './result-figures.ts'
import { runsSummary } from './runs-summary.ts'
import { sweepSummary } from './sweep-summary.ts'

function result(figures: Readonly<Record<string, unknown>>) {
  return resultFigures(JSON.stringify(figures))
}

test('a sweep', () => {
  const text = sweepSummary(
    'Request Rate',
    [
      {
        label: 'rate=20',
        result: result({
          request_throughput: 13.47,
          output_throughput: 107.79,
          total_token_throughput: 363.78,
          median_ttft_ms: 24.67,
          p90_ttft_ms: 32.98,
        }),
      },
      {
        label: 'rate=inf',
        result: result({
          request_throughput: 36.81,
          output_throughput: 294.52,
          total_token_throughput: 993.99,
          median_ttft_ms: 54.1,
          p90_ttft_ms: 54.42,
          steady_state: null,
        }),
      },
    ],
    [],
  )
  expect(text).toBe(
    `=============================================================== Sweep Summary ================================================================
Request Rate              Req/s   Inputs/s      Tok/s  Total tok/s   SS req/s SS out tok/s P50 TTFT(ms) P50 TPOT(ms) P90 TTFT(ms) P90 TPOT(ms)
-------------------- ---------- ---------- ---------- ------------ ---------- ------------ ------------ ------------ ------------ ------------
rate=20                   13.47          -     107.79       363.78          -            -        24.67            -        32.98            -
rate=inf                  36.81          -     294.52       993.99          -            -        54.10            -        54.42            -
==============================================================================================================================================
Best throughput: 36.81 req/s at rate=inf`,
  )
})

test('a sweep with further percentiles', () => {
  const [, head] = sweepSummary('Max Concurrency', [], [50, 99.5]).split('\n')
  expect(head).toMatch(/ P90 TPOT\(ms\) P99\.5 TTFT\(ms\) P99\.5 TPOT\(ms\)$/)
})

test('repeats', () => {
  const runs = [17.21, 19.22].map((request_throughput) =>
    result({ request_throughput, completed: 5, failed: 0, steady_state: { request_throughput } }),
  )
  const lines = runsSummary(runs).split('\n')
  expect(lines[0]).toBe(
    '========================== Multi-Run Summary (2 runs) ==========================',
  )
  expect(lines).toContain(
    'Metric                                    Mean        Std        Min        Max',
  )
  expect(lines).toContain(
    'Completed requests                           5          0          5          5',
  )
  expect(lines).toContain(
    'Mean TTFT (ms)                               -          -          -          -',
  )
  expect(lines).toContain('Throughput CV: 5.5% (lower = more stable across runs)')
  expect(lines).toContain(
    '======================= Steady-State Summary (2/2 runs) ========================',
  )
})

test('repeats without a steady state', () => {
  const [first] = runsSummary([result({ request_throughput: 1 })])
    .split('\n')
    .slice(-1)
  expect(first).toBe('Steady-state: no runs had a valid window')
})

test('two results', () => {
  const a = {
    path: 'a.json',
    result: result({
      model_id: 'm',
      date: 'd',
      request_throughput: 10,
      mean_ttft_ms: 20.5,
      failed: 0,
      completed: 5,
    }),
  }
  const b = {
    path: 'b.json',
    result: result({ request_throughput: 12.5, mean_ttft_ms: 30.75, failed: 1, completed: 5 }),
  }
  expect(comparisonTable(a, b)).toBe(
    `================================== Benchmark Comparison ==================================
  A: a.json (model: m, date: d)
  B: b.json (model: ?, date: ?)

Metric                                         A            B      Delta   Change
----------------------------------- ------------ ------------ ---------- --------
Request throughput (req/s)                    10        12.50      +2.50  +25.0%+
Mean TTFT (ms)                             20.50        30.75     +10.25  +50.0%-
Completed requests                             5            5         +0   +0.0% 
Failed requests                                0            1         +1    inf%-

====================== Steady-State Comparison =======================
N/A — one or both runs have no steady-state window
==========================================================================================

Legend: + = improvement, - = regression (relative to A → B)`,
  )
})

test('a dry run', () => {
  const requests = Array.from({ length: 5 }, () => ({ promptTokens: 19, expectedOutputTokens: 8 }))
  expect(dryRunText(requests)).toBe(
    'Dry run stats:\n  Total prompts: 5\n  Total input tokens: 95\n  Total expected output tokens: 40\n  Avg input tokens: 19.0\n  Avg output tokens: 8.0',
  )
})
