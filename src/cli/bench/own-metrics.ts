// Metrics of this command's runs. Loaded on demand.
import { message } from '#core/messages/message.ts'
import { openMetrics, type OpenMetrics } from '#node/telemetry/open-metrics.ts'
import type { Terminal } from '../command.ts'
import { ownVersion } from '../own-files.ts'

/** `endpoint` is the address of a collector; null disables pushing. */
export function openOwnMetrics(endpoint: string | null, { note }: Terminal): OpenMetrics {
  return openMetrics({
    version: ownVersion(),
    otlpEndpoint: endpoint,
    onProblem: (why) => note(message('cli.otlpFailed', { endpoint: endpoint ?? '', why })),
  })
}
