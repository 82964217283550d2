// Samples GPUs from the pages of their exporters.
import { message } from '#core/messages/message.ts'
import { chosenGpus, type ExposedGpu, exposedGpus } from '#core/telemetry/gpu-exposition.ts'
import { metricsPageAt } from '#node/http/page-at.ts'
import { sampleMetrics, type SamplerInput } from './sample-server.ts'

export type ExporterPlace = Readonly<{
  urls: readonly string[]
  /** See `chosenGpus`. */
  chosen: readonly string[] | null
}>

/** Never rejects. */
export async function sampleExporters(
  { urls, chosen }: ExporterPlace,
  sampling: SamplerInput,
): Promise<void> {
  await Promise.all(
    urls.map(async (url) => {
      const labelOf = gpuLabels(urls.length > 1 ? new URL(url).host : null)
      const read = (text: string) => {
        const gpus = chosenGpus(exposedGpus(text), chosen)
        return gpus.map((gpu) => [{ kind: 'gpu', label: labelOf(gpu, gpus) }, gpu.values] as const)
      }
      const empty = message('servers.gpuMetricsEmpty', { url })
      await sampleMetrics({ ...metricsPageAt(url), read, empty }, sampling)
    }),
  )
}

/** A GPU keeps its label, also while the GPUs of other hosts are missing. `origin` is of one exporter among several. */
function gpuLabels(origin: string | null) {
  let hasHosts = false
  return ({ host, index }: ExposedGpu, gpus: readonly ExposedGpu[]): string => {
    hasHosts ||= origin !== null || gpus.some((gpu) => gpu.host !== host)
    return hasHosts ? `${host === '' ? (origin ?? '') : host}:${index}` : index
  }
}
