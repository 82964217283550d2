// Event templates of one run, learned from its first responses and shared by all streams.
import { type EventTemplate, viewOf } from './event-template.ts'
import { learnTemplate } from './learn-template.ts'
import type { StreamEvent, StreamFormat } from './stream-event.ts'

/** Runs a task when no response is waiting to be read. */
export type Later = (task: () => void) => void

/** Enough for a token, a last token, reasoning and the usage. More templates would mean that events do not repeat. */
const mostTemplates = 6
/** Learning costs a few parses, so it continues only if it has paid off. */
const freeLessons = 8
const fitsPerLesson = 64
/** Parsing this number of events costs about as much as learning a template. */
const patience = 16

type Lesson = Readonly<{ payload: string; event: StreamEvent }>

export class TemplateStore {
  readonly #form: StreamFormat
  readonly #later: Later
  #templates: EventTemplate[] = []
  /** Last buffer and a view of it, cached because the buffer rarely changes. */
  #bytes: Uint8Array = new Uint8Array(0)
  #view = viewOf(this.#bytes)
  #lessons = 0
  #fits = 0
  /** Event to learn next, and the number of events parsed since. */
  #lesson: Lesson | null = null
  #parsedSince = 0

  constructor(form: StreamFormat, later: Later) {
    this.#form = form
    this.#later = later
  }

  /** The template that fits the data at `start`, or null if it must be parsed. */
  find(bytes: DataView, start: number, limit: number): EventTemplate | null {
    for (const template of this.#templates) {
      if (!template.fits(bytes, start, limit)) continue
      this.#fits++
      return template
    }
    return null
  }

  viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.#bytes) {
      this.#bytes = bytes
      this.#view = viewOf(bytes)
    }
    return this.#view
  }

  /**
   * Schedules one lesson at a time for later, because other events of the same socket read still need their timestamps.
   * If enough events arrive that parsing them all would delay the timestamps even more, it learns at once.
   */
  learn(payload: string, event: StreamEvent): void {
    if (this.#lesson !== null) {
      if (++this.#parsedSince === patience) this.#takeLesson()
    } else if (this.#lessons < freeLessons + this.#fits / fitsPerLesson) {
      this.#lesson = { payload, event }
      this.#parsedSince = 0
      this.#lessons++
      this.#later(() => this.#takeLesson())
    }
  }

  #takeLesson(): void {
    if (this.#lesson === null) return
    const { payload, event } = this.#lesson
    this.#lesson = null
    const template = learnTemplate(payload, { event, form: this.#form })
    if (template !== null) this.#keep(template)
  }

  /** Order for matching: newest templates first, and the usage last, because it occurs once per response. */
  #keep(template: EventTemplate): void {
    const isUsage = ({ meaning }: EventTemplate) => meaning.output === null
    const all = [template, ...this.#templates].slice(0, mostTemplates)
    this.#templates = [...all.filter((one) => !isUsage(one)), ...all.filter(isUsage)]
  }
}
