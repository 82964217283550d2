// A benchmark of a simulated server whose own log of requests is at hand.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SimulatorSpec } from '#core/model/server.ts'
import { runLoad } from '#node/load/run-load.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

/** `log` returns what the server logged so far of the requests of the benchmark, and not of checks before it. */
export async function loggedBenchmark(config: BenchmarkConfig, spec: Partial<SimulatorSpec> = {}) {
  const log: RequestLogEntry[] = []
  const baseUrl = await simulatedUrl(
    { seed: 4, ...spec },
    { onRequest: (entry) => void log.push(entry) },
  )
  const result = await runBenchmark(
    { runId: 'run', config, baseUrl, apiKey: null },
    { runLoad, requestIdPrefix: 'bench-' },
    silentHooks,
    new AbortController().signal,
  )
  return { result, baseUrl, log: () => log.filter(({ requestId }) => requestId !== null) }
}
