// Probes in the report and in the result file; omitted if none succeeded, as in the original.
import { float } from '../result-file/python-json.ts'
import { amount, banner, count } from './report-layout.ts'
import type { RunPart } from './run-part.ts'

export const probePart: RunPart = {
  key: '[probes]',
  head({ summary: { probes } }) {
    if (!probes?.e2el) return []
    const { completed, failed, e2el } = probes
    return [
      banner('Probe Requests', '-'),
      count('Probe requests completed:', completed),
      count('Probe requests failed:', failed),
      amount('Median probe E2EL (ms):', e2el.medianMs),
      amount('P99 probe E2EL (ms):', e2el.p99Ms),
      amount('Max probe E2EL (ms):', e2el.maxMs),
    ]
  },
  entries({ summary: { probes } }) {
    if (!probes?.e2el) return []
    const { completed, failed, e2el } = probes
    return [
      ['probe_completed', completed],
      ['probe_failed', failed],
      ['probe_median_e2el_ms', float(e2el.medianMs)],
      ['probe_p99_e2el_ms', float(e2el.p99Ms)],
      ['probe_max_e2el_ms', float(e2el.maxMs)],
    ]
  },
}
