// Flags of the metrics of runs: pushed to a collector by every command that measures, or read from the window's server.
import { httpUrl, type ObserverFlags, switchFlag } from '#core/flags/flag.ts'

export const openTelemetryFlags = {
  ofRuns: {
    /** Null unless given. Headers come from OTEL_EXPORTER_OTLP_HEADERS only. */
    otlpEndpoint: {
      schema: httpUrl.nullable().default(null),
      metavar: 'URL',
      summary:
        'Push metrics of runs to the OpenTelemetry collector at this address, as OTLP over HTTP.',
    },
  },
  ofWindow: {
    metrics: switchFlag(
      'Serve live metrics and results of runs at /metrics in the Prometheus text format; needs the same token.',
    ),
  },
} as const satisfies ObserverFlags
