// Messages of the metrics of runs.
export const openTelemetryMessages = {
  'cli.otlpFailed': 'Metrics cannot be sent to {endpoint}: {why}. Runs continue without them.',
} as const
