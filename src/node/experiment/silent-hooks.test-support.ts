// No-op hooks for benchmarks in tests that ignore progress.
import type { BenchmarkHooks } from './benchmark.ts'

export const silentHooks: BenchmarkHooks = {
  onStep: () => undefined,
  onPlanned: () => undefined,
  onProgress: () => undefined,
  onRecords: () => undefined,
}
