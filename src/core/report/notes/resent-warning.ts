// The warning about requests that had to be sent twice.
import type { RunSummary } from '../../model/run/run-summary.ts'

/** One sentence with its remedy, or none. */
export function resentWarning({
  resent,
  completed,
  failed,
}: Pick<RunSummary, 'resent' | 'completed' | 'failed'>): readonly string[] {
  if (resent === null || resent === 0) return []
  return [
    `${resent} of ${completed + (failed ?? 0)} requests were sent a second time, because the server closed a reused ` +
      'connection before any byte of the response; their latency counts from the first time. Raise its keep-alive limit ' +
      '(VLLM_HTTP_TIMEOUT_KEEP_ALIVE for vLLM, --timeout-keep-alive for uvicorn).',
  ]
}
