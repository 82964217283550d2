// Text printed after a run, equal to the output of `vllm bench serve` in labels, widths and rounding.
import { contentsOf } from '../../compat/compat-profile-of.ts'
import type { ResultKey } from '../../compat/result-keys.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { MeasuredRun } from '../../model/run/measured-run.ts'
import { cutOff } from '../../stats/genuine-failures.ts'
import { decodingSection, wasteSection } from './decoding-section.ts'
import { probeSection } from './probe-report.ts'
import { banner, footer, row } from './report-layout.ts'
import { reportRows } from './report-rows.ts'
import { stageReports } from '../feature-reports.ts'
import { metricSection, reportedMetrics } from './reported-metrics.ts'

/** Trailing spaces are part of the layout. No newline at the end. */
export function consoleReport({
  config,
  summary,
}: Pick<MeasuredRun, 'config' | 'summary'>): string {
  return [
    banner(' Serving Benchmark Result ', '='),
    ...headRows(config, summary),
    ...(tellsOf('[probes]', config) ? probeSection(summary) : []),
    ...(stageReports?.durations({ config, summary }) ?? []),
    ...reportedMetrics({ config, summary }).flatMap((metric) => metricSection(metric)),
    ...(tellsOf('[decoding]', config) ? decodingSection(summary) : []),
    ...(tellsOf('[cancels]', config) ? wasteSection(summary) : []),
    ...(stageReports?.sections({ config, summary }) ?? []),
    footer,
  ].join('\n')
}

/** Clients that write a key to their files also print it. */
function tellsOf(key: ResultKey, config: BenchmarkConfig): boolean {
  return contentsOf(config).keys.includes(key)
}

function headRows(config: BenchmarkConfig, summary: RunSummary): readonly string[] {
  const rows = contentsOf(config).reportRows.flatMap((name) => {
    const labelled = reportRows[name](summary, config)
    return labelled === null ? [] : [row(...labelled)]
  })
  const cut = cutOff(summary)
  return cut === 0 ? rows : [...rows, row('Requests cut off by the interruption:', String(cut))]
}
