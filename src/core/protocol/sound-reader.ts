// Reads sound as it is made: 16-bit samples of one channel, without a header. Beside the times it plays what arrived, to find
// how long a listener who began with the first sound would have waited for more.
import { inEnglish, message } from '#core/messages/message.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { SoundFormat } from './response-format.ts'
import { UntimedReader } from './untimed-reader.ts'

const bytesPerSample = 2
const usPerS = 1e6

export class SoundReader extends UntimedReader implements AnswerReader {
  readonly #bytesPerUs: number
  readonly #samplesPerS: number
  #bytes = 0
  #firstAtUs: number | null = null
  #underrunUs = 0
  readonly usage = { promptTokens: null, completionTokens: 0 }
  readonly text = ''

  constructor(form: SoundFormat, samplesPerS: number) {
    super(form.contentTypes)
    this.#samplesPerS = samplesPerS
    this.#bytesPerUs = (samplesPerS * bytesPerSample) / usPerS
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

  end(): number {
    this.complete = true
    const samples = Math.floor(this.#bytes / bytesPerSample)
    if (samples === 0)
      this.fault = { code: 'bad-answer', message: inEnglish(message('runs.noSound')), body: '' }
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
