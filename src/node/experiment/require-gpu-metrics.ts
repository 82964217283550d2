// Reads the GPU exporters of a benchmark once, before anything is sent.
import { message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { type ExposedGpu, exposedGpus, missingNames } from '#core/telemetry/gpu-exposition.ts'
import { metricsPageAt } from '#node/http/page-at.ts'
import { readMetrics } from './read-metrics.ts'

type Exporters = Pick<BenchmarkConfig, 'gpuMetricsUrl' | 'gpuMetricsGpus'>

/** Throws at the first exporter that does not respond or has no GPU, and if no exporter has one of the chosen GPUs. */
export async function requireGpuMetrics(exporters: Exporters, signal: AbortSignal): Promise<void> {
  const { gpuMetricsUrl: urls, gpuMetricsGpus: chosen } = exporters
  if (urls === null) return
  const gpus: ExposedGpu[] = []
  for (const url of urls) gpus.push(...(await gpusAt(url, signal)))
  const missing = chosen === null ? [] : missingNames(gpus, chosen)
  if (missing.length === 0) return
  const listed = gpus.map(({ host, index }) => (host === '' ? index : `${host}:${index}`))
  const names = { url: urls.join(', '), missing: missing.join(', '), gpus: listed.join(', ') }
  throw appError('invalid-input', 'servers.gpuMetricsNotChosen', names, { field: 'gpuMetricsGpus' })
}

async function gpusAt(url: string, signal: AbortSignal): Promise<readonly ExposedGpu[]> {
  const remedy = message('servers.gpuMetricsUnreachable.remedy')
  const gpus = exposedGpus(
    await readMetrics(metricsPageAt(url), { url, field: 'gpuMetricsUrl', remedy }, signal),
  )
  if (gpus.length > 0) return gpus
  throw appError('invalid-input', 'servers.gpuMetricsEmpty', { url }, { field: 'gpuMetricsUrl' })
}
