// Which of the requests of a plan are turns of conversations, and where in their bodies what was said before belongs.
import { Buffer } from 'node:buffer'
import type { PlannedConversations } from '#contract/load-protocol.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { bodyAt, type PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'

/** Undefined where each request stands alone; a workload holds either. */
export function planConversations(
  requests: readonly SampledRequest[],
  bodies: PlannedBodies,
  { multiTurnHistory }: Pick<BenchmarkConfig, 'multiTurnHistory'>,
): PlannedConversations | undefined {
  const ids: string[] = []
  const firstTurns: number[] = []
  requests.forEach(({ turn }, index) => {
    if (turn?.number !== 0) return
    ids.push(turn.conversationId)
    firstTurns.push(index)
  })
  if (ids.length === 0) return undefined
  const spans = requests.map((request, index) => ownMessages(request, bodyAt(bodies, index)))
  return {
    ids,
    firstTurns: Uint32Array.of(...firstTurns, requests.length),
    thinkS: Float64Array.from(requests, ({ turn }) => turn?.thinkS ?? 0),
    ownMessages: {
      starts: Uint32Array.from(spans, ({ start }) => start),
      ends: Uint32Array.from(spans, ({ end }) => end),
    },
    sendsAnswersBack: multiTurnHistory === 'answers',
  }
}

const listStart = '"messages":['

/** The first list of messages is the request's: quotes inside of texts are written otherwise. */
function ownMessages(
  { chatMessages = [] }: SampledRequest,
  body: Uint8Array,
): Readonly<{ start: number; end: number }> {
  const list = Buffer.from(listStart + JSON.stringify(chatMessages).slice(1))
  const place = Buffer.from(body.buffer, body.byteOffset, body.length).indexOf(list)
  if (place >= 0) return { start: place + listStart.length, end: place + list.length - 1 }
  throw new AppError('invalid-input', message('runs.messagesReplaced'), {
    field: 'extraBody',
    remedy: message('runs.messagesReplaced.remedy'),
  })
}
