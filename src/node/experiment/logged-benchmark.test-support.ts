// A benchmark of a simulated server, with access to the server's log of requests.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SimulatorSpec } from '#core/model/server.ts'
import { runLoad } from '#node/load/run-load.ts'
import type { RequestLogEntry } from '#node/simulator/api/http-options.ts'
import { simulatedUrl } from '#node/simulator/simulator.test-support.ts'
import { runBenchmark } from './run-benchmark.ts'
import { silentHooks } from './silent-hooks.test-support.ts'

/** `log` returns the server's log of the benchmark's requests so far, without the checks before it. */
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
