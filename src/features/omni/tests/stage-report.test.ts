// The stages of a pipeline are summed up and printed as by the functions of vLLM-Omni's own client on the same numbers
// (make-omni-stages.py).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleRecords, exampleRun } from '#core/report/example-run.test-support.ts'
import {
  type MeasuredMedia,
  measuredFromRecords,
  type MeasuredRequest,
} from '#core/records/measured-request.ts'
import { omniPart } from '#features/omni/core/stage-report.ts'
import { stageDurations, stageSummaries } from '#features/omni/core/stage-summaries.ts'
import { readStageMetrics } from '#features/omni/core/work-reports.ts'

type Case = Readonly<{
  name: string
  percentiles: readonly number[]
  requests: readonly Readonly<{
    success: boolean
    stage_metrics: unknown
    stage_durations: Readonly<Record<string, number>> | null
  }>[]
  /** As printed. */
  stages: string
  durations: Readonly<Record<string, Readonly<Record<string, number>>>>
  durationSection: string
}>

const cases = JSON.parse(
  readFileSync(new URL('fixtures/omni-stages.json', import.meta.url), 'utf8'),
) as Case[]

const made: MeasuredMedia = {
  ...{ kind: 'video', lengthS: null, firstS: null, underrunS: null },
  ...{ generationS: null, count: null, pixels: null },
}

function measured(requests: Case['requests']): MeasuredRequest[] {
  const [example] = measuredFromRecords(exampleRecords)
  const [record] = exampleRecords
  if (example === undefined || record === undefined) throw new Error('There is no example.')
  return requests.map((request) => ({
    ...example,
    error: request.success
      ? null
      : { code: 'reset', message: 'The connection was reset.', status: null, body: null },
    record: { ...record, ...readStageMetrics({ metrics: request }) },
    ...(request.stage_durations !== null && { made: { ...made, stages: request.stage_durations } }),
  }))
}

test.each(cases)(
  '$name',
  ({ percentiles, requests, stages, durations, durationSection: section }) => {
    const all = measured(requests)
    const parts = stageDurations(all)
    const stageSummary = { stages: stageSummaries(all, percentiles), stageDurations: parts }
    const { config, summary } = exampleRun({ metricPercentiles: [...percentiles] })
    const run = { config, summary: { ...summary, ...stageSummary } }
    expect(lines(omniPart.foot(run))).toBe(stages)
    expect(lines(omniPart.head(run))).toBe(section)
    const mapOf = (statistic: 'mean' | 'median' | 'p99') =>
      Object.fromEntries(parts.map((part) => [part.name, part[statistic]]))
    const { stage_durations_mean: mean = {}, ...others } = durations
    expect(mapOf('mean')).toEqual(mean)
    expect(mapOf('median')).toEqual(others['stage_durations_p50'] ?? {})
    expect(mapOf('p99')).toEqual(others['stage_durations_p99'] ?? {})
  },
)

function lines(printed: readonly string[]): string {
  return printed.map((line) => `${line}\n`).join('')
}
