// Speech in the OpenAI API, as vLLM-Omni's client requests it: text as input, a stream of samples as output.
import { message } from '#core/messages/message.ts'
import {
  type AnswerReader,
  type ResponseFormat,
  UntimedReader,
} from '#core/protocol/answer-reader.ts'
import {
  commonFields,
  keyedJson,
  promptText,
  type RequestForm,
} from '#core/protocol/requests/request-form.ts'
import { positive } from './work-reports.ts'

export const speechRequest: RequestForm = {
  ...keyedJson,
  fields: (request, { config, model }) => ({
    model,
    input: promptText(request.prompt),
    stream: true,
    stream_format: 'audio',
    response_format: 'pcm',
    ...commonFields(request, config),
  }),
  settings: ({ extraBody }) => ({ soundRate: positive(extraBody?.['sample_rate']) ?? undefined }),
}

/** Default of most vLLM-Omni models, and of its client. */
export const usualSoundRate = 24_000

const contentTypes = ['audio/pcm', 'audio/L16', 'application/octet-stream']

const bytesPerSample = 2
const usPerS = 1e6

/**
 * Reads audio as it is generated: 16-bit mono samples without a header. Also simulates playback of what has arrived, to find how
 * long a listener who started with the first audio would have waited for more.
 */
class SoundReader extends UntimedReader implements AnswerReader {
  readonly #bytesPerUs: number
  readonly #samplesPerS: number
  #bytes = 0
  #firstAtUs: number | null = null
  #underrunUs = 0
  readonly usage = { promptTokens: null, completionTokens: 0 }
  readonly text = ''

  constructor(samplesPerS: number) {
    super(contentTypes)
    this.#samplesPerS = samplesPerS
    this.#bytesPerUs = (samplesPerS * bytesPerSample) / usPerS
  }

  /** Audio has no tokens to count. */
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
      this.fault = { code: 'bad-answer', message: message('runs.noSound'), body: '' }
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

export const speechAnswer: ResponseFormat = {
  kind: 'sound',
  contentTypes,
  begin: (rate = usualSoundRate) => new SoundReader(rate),
}
