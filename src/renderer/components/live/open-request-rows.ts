// Requests in flight as rows of a table.
import type { OpenRequest } from '#core/model/run/run.ts'

export type OpenRequestRow = Readonly<{
  index: number
  /** `prefill`: no token has arrived; the request waits at the server, or its prompt is being processed. */
  state: 'prefill' | 'decode'
  sinceS: number
  ttftMs: number | null
  tokens: number
  /** Tokens after the first, per second since it; null before the second. */
  tokensPerS: number | null
}>

/** `nowS`: seconds since the start of the run. */
export function openRequestRows(
  requests: readonly OpenRequest[],
  nowS: number,
): readonly OpenRequestRow[] {
  return requests.map(({ index, sentAtS, firstTokenAtS, tokens }) => {
    const decodingS = firstTokenAtS === null ? 0 : nowS - firstTokenAtS
    return {
      ...{ index, tokens },
      state: firstTokenAtS === null ? 'prefill' : 'decode',
      sinceS: Math.max(0, nowS - sentAtS),
      ttftMs: firstTokenAtS === null ? null : 1000 * (firstTokenAtS - sentAtS),
      tokensPerS: tokens > 1 && decodingS > 0 ? (tokens - 1) / decodingS : null,
    }
  })
}
