// Parts of a run in their order on every surface.
import { contentsOf } from '#core/compat/compat-profile-of.ts'
import { decodingPart, wastePart } from './decoding-section.ts'
import * as features from './features.ts'
import { float } from '../result-file/python-json.ts'
import { amount, banner, count } from './report-layout.ts'
import type { PrintedRun, RunPart } from './run-part.ts'

/** Omitted if no probe succeeded, as in the original. */
const probePart: RunPart = {
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

export const runParts: readonly RunPart[] = [
  probePart,
  decodingPart,
  wastePart,
  ...Object.values<RunPart>(features),
]

/** Tables of the parts that the run has. */
export function partTables(run: PrintedRun, parts = runParts) {
  return parts.flatMap(({ table }) => table?.(run) ?? [])
}

/** Parts that the client of the compatibility profile reports. */
export function reportedParts({ config }: PrintedRun): readonly RunPart[] {
  const { keys } = contentsOf(config)
  return runParts.filter(({ key }) => keys.includes(key))
}
