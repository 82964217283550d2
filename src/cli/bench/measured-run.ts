// Metrics of the run that a command measures itself. Loaded on demand.
import type { LoadProgress } from '#contract/load-protocol.ts'
import { endedRun } from '#core/report/run-states.ts'
import type { Run } from '#core/model/run/run.ts'
import type { BenchmarkResult, PlannedBenchmark } from '#node/experiment/benchmark.ts'
import type { OpenMetrics } from '#node/telemetry/open-metrics.ts'
import { begunRun } from './begun-run.ts'
import type { Terminal } from '../command.ts'
import { openOwnMetrics } from './own-metrics.ts'

export class MeasuredRun {
  readonly #open: OpenMetrics
  #run: Run | null = null

  constructor(endpoint: string, terminal: Terminal) {
    this.#open = openOwnMetrics(endpoint, terminal)
  }

  begin(planned: PlannedBenchmark, id: string): void {
    this.#run = begunRun(planned, id)
  }

  progress(progress: LoadProgress): void {
    if (this.#run !== null) this.#open.metrics.observe(this.#run, progress)
  }

  end(result: BenchmarkResult): void {
    if (this.#run !== null) this.#open.metrics.end(endedRun(this.#run, result))
  }

  /** Pushes once more. */
  async close(): Promise<void> {
    await this.#open.close()
  }
}
