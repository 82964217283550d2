// Text printed after a run, equal to the output of `vllm bench serve` in labels, widths and rounding.
import { contentsOf } from '../../compat/compat-profile-of.ts'
import type { RunSummary } from '../../model/run/run-summary.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { cutOff } from '../../stats/genuine-failures.ts'
import { banner, footer, row } from './report-layout.ts'
import { reportRows } from './report-rows.ts'
import { metricSection, reportedMetrics } from './reported-metrics.ts'
import type { PrintedRun } from './run-part.ts'
import { reportedParts } from './run-parts.ts'

/** Trailing spaces are part of the layout. No newline at the end. */
export function consoleReport(run: PrintedRun): string {
  const parts = reportedParts(run)
  return [
    banner(' Serving Benchmark Result ', '='),
    ...headRows(run.config, run.summary),
    ...parts.flatMap(({ head }) => head?.(run) ?? []),
    ...reportedMetrics(run).flatMap((metric) => metricSection(metric)),
    ...parts.flatMap(({ foot }) => foot?.(run) ?? []),
    footer,
  ].join('\n')
}

function headRows(config: BenchmarkConfig, summary: RunSummary): readonly string[] {
  const rows = contentsOf(config).reportRows.flatMap((name) => {
    const labelled = reportRows[name](summary, config)
    return labelled === null ? [] : [row(...labelled)]
  })
  const cut = cutOff(summary)
  return cut === 0 ? rows : [...rows, row('Requests cut off by the interruption:', String(cut))]
}
