// One request of a run as a window shows it: when each of its tokens arrived, and how its response begins.
import type { RequestDetail } from '#contract/views.ts'
import type { RequestRecord } from '#core/model/run/request-record.ts'

/** More marks than a screen has pixels show nothing. */
const mostTokens = 4000
/** Of the response, in characters. */
const headLength = 2000

export function requestDetail(record: RequestRecord): RequestDetail {
  const { sentAtUs, scheduledAtUs, endedAtUs, firstTokenAtUs, serverTimes } = record
  const { index, requestId, promptTokens, outputTokens, generatedText } = record
  const tokens = tokensAtUs(firstTokenAtUs, record.interTokenLatenciesUs)
  return {
    ...{ index, requestId, promptTokens, outputTokens },
    queuedMs: Math.max(0, sentAtUs - scheduledAtUs) / 1000,
    tokensAtMs: tokens.slice(0, mostTokens).map((atUs) => (atUs - sentAtUs) / 1000),
    omitted: Math.max(0, tokens.length - mostTokens),
    endedAtMs: (endedAtUs - sentAtUs) / 1000,
    answerHead: (generatedText ?? '').slice(0, headLength),
    server:
      serverTimes === undefined
        ? null
        : {
            queueMs: serverTimes.queueS === null ? null : serverTimes.queueS * 1000,
            ttftMs: serverTimes.ttftS === null ? null : serverTimes.ttftS * 1000,
          },
  }
}

function tokensAtUs(firstAtUs: number | null, gapsUs: Iterable<number>): number[] {
  if (firstAtUs === null) return []
  const atUs = [firstAtUs]
  let last = firstAtUs
  for (const gap of gapsUs) atUs.push((last += gap))
  return atUs
}
