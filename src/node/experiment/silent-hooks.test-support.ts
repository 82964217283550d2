// Hooks of a benchmark whose course no test looks at.
import type { BenchmarkHooks } from './benchmark.ts'

export const silentHooks: BenchmarkHooks = {
  onStep: () => undefined,
  onPlanned: () => undefined,
  onProgress: () => undefined,
  onRecords: () => undefined,
}
