// When a ramp passed each whole number of requests per second, as the result file lists it.
import type { BenchmarkConfig } from '../model/benchmark-config.ts'
import { localIsoText } from './local-time.ts'
import type { MeasuredRunWithRecords } from './measured-run.ts'
import type { PythonValue } from './python-json.ts'

type Ramp = Readonly<{ exponential: boolean; startRps: number; endRps: number }>

export function rampOf(config: BenchmarkConfig): Ramp | null {
  const { rampUpStrategy, rampUpStartRps, rampUpEndRps } = config
  if (rampUpStrategy === null || rampUpStartRps === null || rampUpEndRps === null) return null
  return {
    exponential: rampUpStrategy === 'exponential',
    startRps: rampUpStartRps,
    endRps: rampUpEndRps,
  }
}

/** A ramp rises per request, not per elapsed time. `progress` runs from 0 to 1. */
function rateAt({ exponential, startRps, endRps }: Ramp, progress: number): number {
  return exponential
    ? startRps * (endRps / startRps) ** progress
    : startRps + (endRps - startRps) * progress
}

/** The start rate first, then every whole rate at the request that reached it. */
export function rateChanges(ramp: Ramp, run: MeasuredRunWithRecords): readonly PythonValue[] {
  const lastIndex = Math.max(run.records.length - 1, 1)
  const changes = [rateChange(ramp.startRps, run.startedAtEpochMs)]
  let reachedRps = ramp.startRps
  for (const [index, { scheduledAtUs }] of run.records.entries()) {
    const rps = Math.trunc(rateAt(ramp, index / lastIndex))
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
