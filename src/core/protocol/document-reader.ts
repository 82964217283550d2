// Reads an answer that comes as one document: keeps its bytes until the body is over, and makes sense of them then.
import { inEnglish, message } from '#core/messages/message.ts'
import { endToEnd } from '#core/base/end-to-end.ts'
import type { DocumentFormat, DocumentMeaning } from './response-format.ts'
import type { AnswerHead, AnswerReader } from './answer-reader.ts'
import type { DecodeText } from './answer-text.ts'
import type { TokenUsage } from './stream-event.ts'
import { readStageMetrics } from './families/made-media.ts'
import { UntimedReader } from './untimed-reader.ts'

type DocumentReading = Readonly<{ decode: DecodeText; keepText: boolean; keepStages?: boolean }>

export class DocumentReader extends UntimedReader implements AnswerReader {
  readonly #form: DocumentFormat
  readonly #reading: DocumentReading
  readonly #pieces: Uint8Array[] = []
  #contentType = ''
  #metadata: string | null = null
  usage: TokenUsage | null = null
  text = ''

  constructor(form: DocumentFormat, reading: DocumentReading) {
    super(form.contentTypes)
    this.#form = form
    this.#reading = reading
  }

  override open(head: AnswerHead): boolean {
    this.#contentType = head.header('content-type') ?? ''
    this.#metadata = head.header('metadata')
    return super.open(head)
  }

  /** A document has no tokens to count: their times are unknown. */
  read(bytes: Uint8Array, start: number, end: number, atUs: number): number {
    // `slice` of a Buffer would be a view.
    this.#pieces.push(new Uint8Array(bytes.subarray(start, end)))
    this.heldBytes += end - start
    this.lastOutputAtUs = atUs
    return 0
  }

  end(): number {
    this.complete = true
    const whole = endToEnd(this.#pieces, Uint8Array)
    const text = () => this.#reading.decode(whole, 0, whole.length)
    const about = { contentType: this.#contentType, metadata: this.#metadata }
    const meaning = this.#form.readDocument({ text, ...about })
    if (meaning === null) this.#blame(text())
    else this.#take(meaning, text)
    return 0
  }

  #take(
    { text, usage, error, made, stages, ...meaning }: DocumentMeaning,
    body: () => string,
  ): void {
    if (error !== null) this.fault = { code: 'server-error-event', message: error, body: body() }
    else if (meaning.isEmpty === true) {
      this.fault = {
        code: 'no-token',
        message: inEnglish(message('runs.emptyDocument')),
        body: body(),
      }
    }
    if (this.#reading.keepText) this.text = text
    this.usage = usage
    this.model = meaning.model ?? null
    this.finishReason = meaning.finishReason ?? null
    this.made = made ?? null
    if (this.#reading.keepStages === true) this.stageMetrics = readStageMetrics(stages)
  }

  #blame(body: string): void {
    this.fault = { code: 'bad-answer', message: inEnglish(message('runs.otherDocument')), body }
  }
}
