// Counts, peaks and rates of a run, on every surface: one number for each name, and that of the records.
import { describe, expect, test } from 'vitest'
import { outcomeOf } from '#core/records/request-outcome.ts'
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'
import type { Run } from '#core/model/run/run.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { printedReports } from '#core/report/console/printed-reports.ts'
import { runsCsv } from '#core/report/csv/runs-csv.ts'
import { resultJson } from '#core/report/result-file/result-json.ts'
import { wholeRunRow } from '#core/report/run-row.ts'
import {
  clientCancelledError,
  cutOffError,
  record,
  refused,
  rejection,
} from '#core/stats/fixtures/requests.ts'
import { withGenuineFailures } from '#core/stats/genuine-failures.ts'
import { measuredFromRecords } from '#core/records/measured-request.ts'
import { summarizeRun } from '#core/stats/summarize-run.ts'
import { csvCells } from '#core/base/csv-text.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'

const endings: readonly (RequestError | null)[] = [
  ...[null, null, null, null, refused, rejection, clientCancelledError, cutOffError],
]

/** Whole milliseconds, so that no rate depends on rounding. */
function recordsFrom(seed: number): readonly RequestRecord[] {
  const state = new NumpyRandomState(seed)
  const below = (limit: number) => Math.min(limit - 1, Math.floor(state.double() * limit))
  const possible = endings.slice(0, 1 + below(endings.length))
  return Array.from({ length: 1 + below(60) }, (_, index) => {
    const error = possible[below(possible.length)] ?? null
    const sentAtUs = 1000 * below(4000)
    const gaps = Uint32Array.from({ length: below(6) }, () => 1000 * (1 + below(400)))
    const firstTokenAtUs = sentAtUs + 1000 * (1 + below(900))
    const endedAtUs = gaps.reduce((sum, gap) => sum + gap, firstTokenAtUs)
    const isRetried = error === rejection || below(5) === 0
    return record({
      ...{ index, error, scheduledAtUs: sentAtUs, sentAtUs, firstTokenAtUs, endedAtUs },
      ...{ interTokenLatenciesUs: gaps, outputTokens: gaps.length + 1, promptTokens: below(40) },
      ...(below(6) === 0 ? { resent: true as const } : {}),
      ...(isRetried
        ? { rejected: [{ sentAtUs, endedAtUs: sentAtUs, status: 429, waitUs: 0 }] }
        : {}),
    })
  })
}

const durationS = 8

function runOf(records: readonly RequestRecord[]): Run {
  const { config } = exampleRun
  const options = { durationS, percentiles: config.metricPercentiles, goodputLimitsMs: {} }
  const summary = summarizeRun(measuredFromRecords(records), { ...options, client: null })
  return { ...exampleRun, config, summary, startedAtEpochMs: 0, startedAtMonotonicS: 0 }
}

function countOf(records: readonly RequestRecord[], outcome: ReturnType<typeof outcomeOf>): number {
  return records.filter(({ error }) => outcomeOf(error) === outcome).length
}

/** The most requests at one moment, by trying each start. */
function mostInFlight(records: readonly RequestRecord[]): number {
  return Math.max(
    ...records.map(
      ({ sentAtUs: at }) =>
        records.filter(({ sentAtUs, endedAtUs }) => sentAtUs <= at && at < endedAtUs).length,
    ),
  )
}

type Values = Readonly<Record<string, number | null>>

/** By the names of CSV and JSON; null where a surface leaves it out. */
function surfacesOf(run: Run, records: readonly RequestRecord[]): Readonly<Record<string, Values>> {
  const { summary } = run
  if (summary === null) throw new Error('measured')
  const moments = { startedAtEpochMs: 0, startedAtMonotonicS: 0 }
  const measured = { ...run, ...moments, summary, records, cancelled: true as const }
  const text = printedReports.vllm(measured).join('\n')
  const printed = (label: string) => {
    const line = text.split('\n').find((each) => each.startsWith(label))
    return line === undefined ? null : Number(line.slice(label.length))
  }
  const file = JSON.parse(resultJson(measured, { detailed: false })) as Values
  const [header = '', row = ''] = runsCsv([{ ...run, summary }]).split(/\r?\n/)
  const cells = csvCells(row)
  const table = Object.fromEntries(
    csvCells(header).map((name, column) => {
      const cell = cells[column] ?? ''
      return [name, cell === '' ? null : Number(cell)]
    }),
  )
  const api = withGenuineFailures(summary)
  return {
    report: {
      completed: printed('Successful requests:'),
      failed: printed('Failed requests:'),
      client_cancelled: printed('Requests cancelled by the client:'),
      rejected: printed('Rejected requests:'),
      resent: printed('Requests sent again:'),
      cut_off_requests: printed('Requests cut off by the interruption:'),
      peak_concurrency: printed('Peak concurrent requests:'),
      request_throughput: printed('Request throughput (req/s):'),
      output_throughput: printed('Output token throughput (tok/s):'),
      total_token_throughput: printed('Total token throughput (tok/s):'),
    },
    file: { ...file, peak_concurrency: file['max_concurrent_requests'] ?? null },
    table,
    list: wholeRunRow(run).figures as Values,
    api: {
      completed: api.completed,
      failed: api.failed,
      client_cancelled: api.clientCancelled,
      rejected: api.rejected,
      resent: api.resent,
      peak_concurrency: api.maxConcurrentRequests,
      peak_in_flight: api.peakConcurrency,
      request_throughput: api.requestThroughput,
      output_throughput: api.outputThroughput,
      total_token_throughput: api.totalTokenThroughput,
    },
  }
}

/** Half of the last digit that a surface keeps. */
const roundings: Readonly<Record<string, number>> = { report: 0.005_001, table: 5.1e-7 }

describe('one number for each name', () => {
  test.each(Array.from({ length: 200 }, (_, seed) => seed))('records of seed %i', (seed) => {
    const records = recordsFrom(seed)
    const completed = records.filter(({ error }) => error === null)
    const tokens = completed.reduce((sum, { outputTokens }) => sum + (outputTokens ?? 0), 0)
    const prompts = completed.reduce((sum, { promptTokens }) => sum + promptTokens, 0)
    const expected: Values = {
      completed: completed.length,
      failed: countOf(records, 'failed'),
      client_cancelled: countOf(records, 'client-cancelled'),
      rejected: countOf(records, 'rejected'),
      resent: records.filter(({ resent }) => resent).length,
      cut_off_requests: countOf(records, 'cut-off'),
      peak_in_flight: mostInFlight(records),
      request_throughput: completed.length / durationS,
      output_throughput: tokens / durationS,
      total_token_throughput: (tokens + prompts) / durationS,
    }
    const surfaces = surfacesOf(runOf(records), records)
    const peak = surfaces['report']?.['peak_concurrency'] ?? 0
    expect(peak).toBeGreaterThanOrEqual(completed.length === 0 ? 0 : 1)
    for (const [surface, values] of Object.entries(surfaces)) {
      for (const [name, number] of Object.entries({ ...expected, peak_concurrency: peak })) {
        const shown = values[name]
        // Counts of what did not happen are left out of some surfaces, and others do not have the name.
        if (shown === null || shown === undefined) {
          const isElsewhere = !(name in (surfaces['report'] ?? {}))
          expect([surface, name, isElsewhere || number === 0 || !isPrinted(name)]).toEqual([
            ...[surface, name, true],
          ])
        } else {
          expect(Math.abs(shown - number), `${surface}: ${name}`).toBeLessThanOrEqual(
            roundings[surface] ?? 1e-9,
          )
        }
      }
    }
  })
})

/** On every surface if it happened. */
function isPrinted(name: string): boolean {
  return ['completed', 'failed', 'client_cancelled', 'rejected', 'resent'].includes(name)
}
