// The record of a request that was never sent, or whose outcome is unknown.
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'

export type Unsent = Pick<
  RequestRecord,
  'index' | 'requestId' | 'turn' | 'scheduledAtUs' | 'promptTokens' | 'inputs' | 'inputAudioS'
> &
  Readonly<{
    /** Time when it was abandoned. */
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
