// Reads sound as it is made: 16-bit samples of one channel, without a header. Beside the times it plays what arrived, to find
// how long a listener who began with the first sound would have waited for more.
import { inEnglish, message } from '#core/messages/message.ts'
import type { MadeMedia } from '../model/run/request-record.ts'
import {
  type AnswerFault,
  type AnswerHead,
  type AnswerReader,
  noFirstTimes,
} from './answer-reader.ts'
import type { SoundFormat } from './response-format.ts'

const bytesPerSample = 2
const usPerS = 1e6
const silence = inEnglish(message('runs.noSound'))

export class SoundReader implements AnswerReader {
  readonly #form: SoundFormat
  readonly #bytesPerUs: number
  readonly #samplesPerS: number
  #bytes = 0
  #firstAtUs: number | null = null
  #underrunUs = 0
  readonly firstAtUs = noFirstTimes()
  readonly empty = false
  readonly unseen = null
  readonly tokensInRead = 0
  lastOutputAtUs = 0
  complete = false
  readonly usage = { promptTokens: null, completionTokens: 0 }
  readonly serverTimes = null
  readonly text = ''
  readonly reasoningText = ''
  made: MadeMedia | null = null
  fault: AnswerFault | null = null

  constructor(form: SoundFormat, samplesPerS: number) {
    this.#form = form
    this.#samplesPerS = samplesPerS
    this.#bytesPerUs = (samplesPerS * bytesPerSample) / usPerS
  }

  open(head: AnswerHead): boolean {
    const contentType = head.header('content-type') ?? ''
    return (
      contentType === '' || this.#form.contentTypes.some((known) => contentType.includes(known))
    )
  }

  /** Sound has no tokens to count. */
  read(_: Uint8Array, start: number, end: number, atUs: number): number {
    if (end === start) return 0
    this.#firstAtUs ??= atUs
    const playedUs = atUs - this.#firstAtUs
    this.#underrunUs = Math.max(this.#underrunUs, playedUs - this.#bytes / this.#bytesPerUs)
    this.#bytes += end - start
    this.firstAtUs.chunk ??= atUs
    this.lastOutputAtUs = atUs
    return 0
  }

  readAlike(start: number): number {
    return start
  }

  end(): number {
    this.complete = true
    const samples = Math.floor(this.#bytes / bytesPerSample)
    if (samples === 0) this.fault = { code: 'bad-answer', message: silence, body: '' }
    this.made = {
      kind: 'sound',
      lengthS: samples / this.#samplesPerS,
      firstAtUs: this.#firstAtUs,
      // The first part is played as it arrives.
      underrunUs: this.#firstAtUs === null ? null : Math.round(this.#underrunUs),
      ...{ count: samples, pixels: null, generationUs: null, peakMemoryMb: null },
    }
    return 0
  }
}
