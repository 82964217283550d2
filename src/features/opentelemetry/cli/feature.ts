// Registers the metrics of runs: pushed to a collector, and served by `kneepoint web` at /metrics.
import { z } from 'zod'
import { schemasOf } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import type { OpenObserver } from '#cli/command.ts'
import { ownVersion } from '#cli/own-files.ts'
import { openTelemetryFlags } from '#features/opentelemetry/core/flags.ts'

const { ofRuns, ofWindow } = openTelemetryFlags
const flagsSchema = z.object(schemasOf({ ...ofRuns, ...ofWindow }))

export const openTelemetry: OpenObserver = async (flags, { note }) => {
  const { metrics, otlpEndpoint } = flagsSchema.parse(flags)
  if (!metrics && otlpEndpoint === null) return null
  // Loaded on demand.
  const { openMetrics } = await import('#features/opentelemetry/node/open-metrics.ts')
  const opened = openMetrics({
    version: ownVersion(),
    otlpEndpoint,
    onProblem: (why) => note(message('cli.otlpFailed', { endpoint: otlpEndpoint ?? '', why })),
  })
  return {
    runs: opened.metrics,
    pages: metrics ? { '/metrics': opened.writePage } : {},
    close: () => opened.close(),
  }
}
