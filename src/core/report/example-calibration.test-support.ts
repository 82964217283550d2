// A small calibration, for tests.
import type { Calibration, CalibrationPoint } from '../model/run/calibration.ts'

export function examplePoint(
  streams: number,
  eventsPerS: number,
  changes: Partial<CalibrationPoint> = {},
): CalibrationPoint {
  const added = (p50: number) => ({ p50, p99: 10 * p50, max: 20 * p50 })
  return {
    streams,
    eventsPerS,
    requests: 128,
    failed: 0,
    addedUs: { ttft: added(120.4), itl: added(15), e2el: added(130), sendLag: added(60) },
    cpuShare: 0.256,
    overloaded: null,
    ...changes,
  }
}

export const exampleCalibration: Calibration = {
  id: 'calibration-1',
  status: 'completed',
  createdAtEpochMs: Date.UTC(2026, 10, 21, 12),
  circumstances: {
    processor: 'Xeon',
    cores: 2,
    platform: 'linux x64',
    nodeVersion: '24.21.0',
    clientVersion: '0.1.0',
    server: 'c',
  },
  plan: { streams: [64, 256], eventRates: [1000, 20_000] },
  points: [
    examplePoint(64, 1000),
    examplePoint(64, 20_000),
    examplePoint(256, 20_000, { overloaded: 'client' }),
  ],
  progress: 1,
  failure: null,
}
