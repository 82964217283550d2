// Reads the bytes of a reply as the load generator does, in pieces of any size, and says what it made of them.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { createAnswerReading } from '#core/protocol/answer-reading.ts'
import { ResponseParser } from '#core/protocol/response-parser.ts'
import { decodeLatin1, decodeText } from '#node/load/decode-text.ts'
import { Exchange, type ExchangeObserver } from '#node/load/exchange.ts'
import { closedEarly } from '#node/load/failure.ts'
import { TokenGaps } from '#node/load/token-gaps.ts'

const silent: ExchangeObserver = {
  ...{
    onSending: () => undefined,
    onRead: () => undefined,
    readLagUs: 0,
    onFirstToken: () => undefined,
  },
  ...{ onGaps: () => undefined, onSettled: () => undefined, requestOf: () => new Uint8Array() },
}

/** A replayer of replies to the request of a plan; like answers of a run, they share what was learnt of events. */
export function replayerOf({ protocol, promptTokens, inputs, inputAudioS }: LoadPlan) {
  const later = (task: () => void) => task()
  const reading = createAnswerReading(protocol, { decode: decodeText, keepText: true, later })
  const planned = {
    ...{
      index: 0,
      place: 0,
      requestId: null,
      scheduledAtUs: 0,
      dueAtUs: 0,
      inputs: inputs[0] ?? 1,
    },
    ...{ promptTokens: promptTokens[0] ?? 0, inputAudioS: inputAudioS[0] ?? null },
  }

  return (pieces: readonly Uint8Array[]): Outcome => {
    const gaps = new TokenGaps()
    const exchange = new Exchange(planned, { reading, gaps, observer: silent, startUs: 0 })
    let readAtUs = 0
    const parser = new ResponseParser(
      {
        onHead: (head) => exchange.onHead(head),
        onBody: (bytes, start, end) => exchange.onBody(bytes, start, end, readAtUs),
        onChunks: (start, end) => exchange.onChunks(start, end),
        onEnd: () => exchange.onEnd(),
      },
      decodeLatin1,
    )
    exchange.onSending(0)
    for (const piece of pieces) {
      readAtUs += 1000
      parser.push(piece, 0, piece.length)
    }
    if (!parser.close()) exchange.onError(closedEarly())
    return outcomeOf(exchange.toRecord())
  }
}

export type Outcome = ReturnType<typeof outcomeOf>

/** All but the times, which depend on the pieces. */
export function outcomeOf(record: RequestRecord) {
  const { firstAtUs, firstTokenAtUs, interTokenLatenciesUs, error } = record
  const { promptTokens, outputTokens, generatedText, inputAudioS } = record
  return {
    events: firstTokenAtUs === null ? 0 : interTokenLatenciesUs.length + 1,
    kinds: Object.entries(firstAtUs).flatMap(([kind, atUs]) => (atUs === null ? [] : [kind])),
    ...{ promptTokens, outputTokens, generatedText, inputAudioS },
    error: error?.code ?? null,
  }
}
