// What vLLM 0.33 with --enable-per-request-metrics adds to the message with the token counts.
import type { Ending } from '../engine/generation.ts'

/** A further member of that message: each time in ms, those left out that are not known. */
export function requestMetrics({ times, completionTokens }: Ending): string {
  const { queuedMs, scheduledMs, firstTokenMs, lastTokenMs } = times
  const decodeMs = lastTokenMs - firstTokenMs
  const metrics = {
    time_to_first_token_ms: firstTokenMs - scheduledMs,
    generation_time_ms: decodeMs,
    queue_time_ms: scheduledMs - queuedMs,
    ...(completionTokens > 1 && { mean_itl_ms: decodeMs / (completionTokens - 1) }),
    tokens_per_second: (completionTokens / (lastTokenMs - scheduledMs)) * 1000,
  }
  return `,"metrics":${JSON.stringify(metrics)}`
}
