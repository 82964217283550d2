// When a ramp passed each whole number of requests per second, as the result file lists it.
import type { BenchmarkConfig } from '../model/benchmark-config.ts'
import { requestRateAt, type RampUp } from '../workload/arrivals.ts'
import { localIsoText } from './local-time.ts'
import type { MeasuredRunWithRecords } from './measured-run.ts'
import type { PythonValue } from './python-json.ts'

export function rampOf(config: BenchmarkConfig): RampUp | null {
  const { rampUpStrategy: strategy, rampUpStartRps: startRps, rampUpEndRps: endRps } = config
  return strategy === null || startRps === null || endRps === null
    ? null
    : { strategy, startRps, endRps }
}

/** The start rate first, then every whole rate at the request that reached it. */
export function rateChanges(rampUp: RampUp, run: MeasuredRunWithRecords): readonly PythonValue[] {
  const pattern = { requestRate: Infinity, burstiness: 1, rampUp }
  const changes = [rateChange(rampUp.startRps, run.startedAtEpochMs)]
  let reachedRps = rampUp.startRps
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
