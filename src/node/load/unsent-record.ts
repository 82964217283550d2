// The record of a request that never left, or of which nothing is known.
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'

export type Unsent = Pick<
  RequestRecord,
  'index' | 'requestId' | 'turn' | 'scheduledAtUs' | 'promptTokens' | 'inputs' | 'inputAudioS'
> &
  Readonly<{
    /** When it was given up. */
    atUs: number
    error: RequestError
  }>

export function unsentRecord({ atUs, ...known }: Unsent): RequestRecord {
  return {
    ...known,
    sentAtUs: atUs,
    endedAtUs: atUs,
    firstTokenAtUs: null,
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    interTokenLatenciesUs: new Uint32Array(),
    outputTokens: null,
    generatedText: '',
  }
}
