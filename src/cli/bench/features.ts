// Observers of runs while they are measured, one line per feature.
export { openTelemetry } from '#features/opentelemetry/cli/feature.ts'
