// Result files of other benchmarks, as those wrote them, imported and exported again.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exampleRun } from '#core/report/example-run.test-support.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { runsCsv } from '#core/report/csv/runs-csv.ts'
import { compareTwoRuns } from '#core/compare/compare-runs.ts'
import { headline } from '#core/compare/headline.ts'
import { readable } from '#core/messages/readable.test-support.ts'
import type { Run } from '#core/model/run/run.ts'
import { exportRun } from '#node/runs/exports.ts'
import { importResults } from '#node/result-files/import-results.ts'
import type { Database } from '#node/storage/database.ts'
import { temporaryDatabase } from '#node/storage/storage.test-support.ts'

const now = Date.UTC(2026, 10, 25)

function textOf(name: string): string {
  return readFileSync(join(import.meta.dirname, '../fixtures', name), 'utf8')
}

function imported(database: Database, name: string): readonly Run[] {
  const report = importResults(database, { name, text: textOf(name) }, now)
  expect(report.problems).toEqual([])
  return report.imported
}

/** Statistics of one latency of one run. */
function stats(run: Run | undefined, name: 'ttft' | 'tpot' | 'itl' | 'e2el') {
  const { mean, median, std, percentiles } = run?.summary?.metrics[name] ?? {}
  const p99 = percentiles?.find(({ percentile }) => percentile === 99)?.value ?? null
  return { mean, median, std, p99 }
}

describe('inference-perf', () => {
  test('gives seconds as milliseconds, and a dash for the deviation it does not report', () => {
    const [run] = imported(temporaryDatabase(), 'inference-perf-summary.json')
    expect(run?.imported?.tool).toEqual({ name: 'inference-perf', version: null })
    expect(run?.summary).toMatchObject({
      durationS: 2.245366362999448,
      completed: 20,
      failed: 0,
      totalInputTokens: 1181,
      totalOutputTokens: 339,
      requestThroughput: 20 / 2.245366362999448,
      // Its own 990.9 counts the tokens of its tokenizer, of which one of the server's is several.
      outputThroughput: 339 / 2.245366362999448,
    })
    expect(stats(run, 'e2el')).toEqual({
      mean: 262.45836074986073,
      median: 269.61402999950224,
      std: null,
      p99: 362.7899716696902,
    })
    expect(stats(run, 'tpot').mean).toBe(2.119789322551317)
    expect(stats(run, 'itl').median).toBe(0)
    expect(run?.imported?.knownFields).not.toContain('requestRate')
  })

  test('has the load in the files of single stages', () => {
    const [run] = imported(temporaryDatabase(), 'inference-perf-stage.json')
    expect(run?.config.requestRate).toBe(20)
    expect(run?.imported?.knownFields).toContain('requestRate')
  })
})

describe('GuideLLM', () => {
  test('has a run for each benchmark of its report, with TPOT from the requests', () => {
    const runs = imported(temporaryDatabase(), 'guidellm-benchmarks.json')
    expect(runs.map(({ config }) => config.maxConcurrency)).toEqual([1, 2])
    const [run] = runs
    expect(run?.imported?.tool).toEqual({ name: 'GuideLLM', version: '0.8.1' })
    expect(run?.summary).toMatchObject({
      durationS: 0.7303767204284668,
      completed: 4,
      failed: 0,
      totalOutputTokens: 48,
      outputThroughput: 48 / 0.7303767204284668,
    })
    expect(stats(run, 'e2el').mean).toBeCloseTo(179.53860759735107, 9)
    expect(stats(run, 'ttft').mean).toBe(19.61272954940796)
    expect(stats(run, 'itl').mean).toBe(14.493779702620072)
    const ofRequests = [
      14.17166536504572, 14.103629372336648, 14.595443552190607, 15.104380520907315,
    ]
    expect(stats(run, 'tpot').mean).toBeCloseTo(
      ofRequests.reduce((sum, value) => sum + value, 0) / 4,
      9,
    )
    expect(stats(run, 'tpot').median).toBeCloseTo((14.17166536504572 + 14.595443552190607) / 2, 9)
  })

  test('has no TPOT where its file keeps a sample of the requests', () => {
    const text = textOf('guidellm-benchmarks.json').replaceAll(
      /"successful":\[\{/g,
      '"successful":[],"x":[{',
    )
    const { imported: runs } = importResults(temporaryDatabase(), { name: 'g.json', text }, now)
    expect(stats(runs[0], 'tpot')).toMatchObject({ mean: 0, p99: null })
    expect(runs[0]?.summary?.metrics.tpot.count).toBe(0)
    expect(stats(runs[0], 'itl').mean).toBe(14.493779702620072)
  })
})

describe('AIPerf', () => {
  test('has its inter-token latency as TPOT, its inter-chunk latency as ITL and the server’s token counts', () => {
    const [run] = imported(temporaryDatabase(), 'aiperf-profile.json')
    expect(run?.imported?.tool).toEqual({ name: 'AIPerf', version: '0.13.0' })
    expect(run?.config.model).toBe('sim')
    expect(run?.summary).toMatchObject({
      durationS: 0.9460472320000001,
      completed: 8,
      failed: 0,
      totalInputTokens: 250,
      totalOutputTokens: 96,
      outputThroughput: 96 / 0.9460472320000001,
    })
    expect(stats(run, 'tpot')).toMatchObject({ mean: 1.9828996622555475, std: 1.2755037806931415 })
    expect(stats(run, 'itl')).toMatchObject({ mean: 14.489366784090908, median: 0 })
    expect(stats(run, 'e2el').mean).toBe(220.72986462499998)
  })
})

describe('SGLang', () => {
  test('has end-to-end latency under its own name, and its requests', () => {
    const [run] = imported(temporaryDatabase(), 'sglang-bench-serving.jsonl')
    expect(run?.imported).toMatchObject({ tool: { name: 'SGLang' }, requests: 'durations' })
    expect(run?.config).toMatchObject({ maxConcurrency: 2, requestRate: 'inf' })
    expect(run?.summary).toMatchObject({
      completed: 8,
      totalOutputTokens: 96,
      totalTokenThroughput: 545.6590850935006,
    })
    expect(stats(run, 'e2el').mean).toBeCloseTo(187.75084124990826, 9)
    expect(stats(run, 'tpot').mean).toBeCloseTo(14.15974903412379, 9)
  })
})

describe('SGLang, written from its source', () => {
  test('has end-to-end latency under its own name', () => {
    const line = {
      backend: 'sglang',
      request_rate: Infinity,
      max_concurrency: 4,
      server_info: { model_path: 'org/llama' },
      duration: 2,
      completed: 4,
      total_input_tokens: 40,
      total_output_tokens: 80,
      output_throughput: 40,
      total_throughput: 60,
      ...{ mean_e2e_latency_ms: 300, median_e2e_latency_ms: 290, std_e2e_latency_ms: 9 },
      p99_e2e_latency_ms: 320,
      ...{ mean_ttft_ms: 20, median_ttft_ms: 19, std_ttft_ms: 1, p99_ttft_ms: 22 },
    }
    const text = `${JSON.stringify(line).replace('"request_rate":null', '"request_rate":Infinity')}\n`
    const report = importResults(temporaryDatabase(), { name: 's.jsonl', text }, now)
    expect(report.problems).toEqual([])
    const [run] = report.imported
    expect(run?.imported?.tool).toEqual({ name: 'SGLang', version: null })
    expect(run?.config).toMatchObject({ model: 'org/llama', maxConcurrency: 4, requestRate: 'inf' })
    expect(run?.summary).toMatchObject({ completed: 4, totalTokenThroughput: 60 })
    expect(stats(run, 'e2el')).toEqual({ mean: 300, median: 290, std: 9, p99: 320 })
    expect(stats(run, 'ttft').mean).toBe(20)
  })
})

describe.each(['inference-perf-summary.json', 'guidellm-benchmarks.json', 'aiperf-profile.json'])(
  '%s',
  (name) => {
    test('is known when it comes again, and comes back from what is exported of it', () => {
      const database = temporaryDatabase()
      const [run] = imported(database, name)
      const again = importResults(database, { name, text: textOf(name) }, now)
      expect(again.known.map(({ id }) => id)).toContain(run?.id)
      if (run === undefined) throw new Error('nothing was imported')
      const { text } = exportRun(database, run, 'json-detailed')
      expect(JSON.parse(text)).toMatchObject({
        measured_by: {
          name: run.imported?.tool?.name,
          definitions: [
            expect.stringContaining('TPOT'),
            expect.stringContaining('ITL'),
            expect.any(String),
          ],
        },
      })
      const [back] = importResults(temporaryDatabase(), { name, text }, now).imported
      expect(back?.summary).toEqual(run.summary)
      expect(back?.imported?.tool).toEqual(run.imported?.tool)
    })
  },
)

test('a file that its tool did not write so is refused by key, with a remedy', () => {
  const text = textOf('inference-perf-summary.json')
  const broken = text.replace('"benchmark_time_seconds": 2', '"benchmark_time_seconds": -2')
  const { problems } = importResults(temporaryDatabase(), { name: 'x.json', text: broken }, now)
  expect(readable(problems)).toEqual([
    {
      line: 1,
      message: 'benchmark_time_seconds must be above 0',
      remedy: 'Choose a file that inference-perf wrote, unchanged, or fix this key.',
    },
  ])
})

/** A run that GuideLLM measured, and the same as if a client of vLLM's had. */
function byGuidellmAndVllm() {
  const [run] = imported(temporaryDatabase(), 'guidellm-benchmarks.json')
  const summary = run?.summary ?? null
  if (run === undefined || summary === null) throw new Error('nothing was imported')
  const guidellm = { ...run, summary }
  return { guidellm, vllm: { ...guidellm, imported: null } }
}

test('the definitions are in the CSV file, only where another benchmark measured', () => {
  const { guidellm, vllm } = byGuidellmAndVllm()
  const [head, line] = runsCsv([guidellm]).split(/\r?\n/)
  expect(head).toMatch(/,measured_by,definitions$/)
  expect(line).toContain(',GuideLLM 0.8.1,"TPOT is computed from the requests in the file,')
  expect(runsCsv([vllm])).not.toContain('measured_by')
})

describe('a comparison of runs by different benchmarks', () => {
  test('has no verdict on figures that one of them defines otherwise, and says so', () => {
    const { guidellm, vllm } = byGuidellmAndVllm()
    const comparison = compareTwoRuns(vllm, guidellm)
    const withheld = comparison.figures.filter(({ withheld: why }) => why === 'different-loads')
    const names = new Set(withheld.map(({ name }) => name))
    expect([...names].toSorted()).toEqual(
      ['itl', 'outputThroughput', 'requestThroughput', 'totalTokenThroughput'].toSorted(),
    )
    expect(comparison.differences).toMatchObject([
      { name: 'definitions', base: 'vLLM', other: 'GuideLLM' },
    ])
    expect(headline(comparison, 'en')).toContain('(definitions vLLM against GuideLLM)')
    expect(headline(comparison, 'zh')).toContain('（定义 vLLM 对 GuideLLM）')
  })

  test('has verdicts where both are by the same one', () => {
    const { guidellm } = byGuidellmAndVllm()
    expect(compareTwoRuns(guidellm, guidellm).differences).toEqual([])
  })
})

test('a run of ours is the same in the report of llm-d', () => {
  const database = temporaryDatabase()
  const own = exampleRun({ requestRate: 4, maxConcurrency: 2 })
  const run = onlyRun(database, 'own.json', resultJson(own, { detailed: true }))
  const { fileName, text } = exportRun(database, run, 'llm-d')
  expect(fileName).toMatch(/\.benchmark_report\.json$/)
  const { summary, config } = onlyRun(temporaryDatabase(), fileName, text)
  const { durationS, completed, failed, totalOutputTokens, metrics } = own.summary
  expect(summary).toMatchObject({ completed, failed, totalOutputTokens })
  expect(summary?.durationS).toBeCloseTo(durationS, 9)
  for (const metric of ['ttft', 'tpot', 'e2el'] as const) {
    const { mean, median } = metrics[metric]
    expect(summary?.metrics[metric]).toMatchObject({ mean, median })
  }
  expect(config).toMatchObject({ requestRate: 4, maxConcurrency: 2 })
})

function onlyRun(database: Database, name: string, text: string): Run {
  const { imported: runs, problems } = importResults(database, { name, text }, now)
  expect(problems).toEqual([])
  const [run, ...others] = runs
  if (run === undefined || others.length > 0) throw new Error('not one run')
  return run
}
