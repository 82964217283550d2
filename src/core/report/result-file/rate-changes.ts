// When a ramp passed each whole number of requests per second, as the result file lists it.
import { arrivalPatternOf } from '../../workload/arrivals/arrival-pattern.ts'
import { requestRateAt } from '../../workload/arrivals/arrivals.ts'
import { localIsoText } from '../local-time.ts'
import type { MeasuredRunWithRecords } from '../measured-run.ts'
import type { PythonValue } from './python-json.ts'

/** The start rate first, then every whole rate at the request that reached it; nothing without a ramp. */
export function rateChanges(run: MeasuredRunWithRecords): readonly PythonValue[] {
  const pattern = arrivalPatternOf(run.config)
  if (pattern.rampUp === null) return []
  const changes = [rateChange(pattern.rampUp.startRps, run.startedAtEpochMs)]
  let reachedRps = pattern.rampUp.startRps
  for (const [index, { scheduledAtUs }] of run.records.entries()) {
    const rps = Math.trunc(requestRateAt(pattern, index, run.records.length))
    while (reachedRps < rps) {
      reachedRps += 1
      changes.push(rateChange(reachedRps, run.startedAtEpochMs + scheduledAtUs / 1000))
    }
  }
  return changes
}

function rateChange(rps: number, epochMs: number): PythonValue {
  return new Map<string, PythonValue>([
    ['rps', rps],
    ['timestamp', localIsoText(epochMs)],
  ])
}
