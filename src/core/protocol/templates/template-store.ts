// The templates of one run, shared by its streams: what the first answers teach, all the others use.
import type { StreamFormat } from '../response-format.ts'
import { type EventTemplate, viewOf } from './event-template.ts'
import { learnTemplate } from './learn-template.ts'
import type { StreamEvent } from '../stream-event.ts'

/** Does something when no answer is waiting to be read. */
export type Later = (task: () => void) => void

/** A handful: a token, a last token, reasoning, the usage. More would mean that shapes do not repeat. */
const mostTemplates = 6
/** Learning costs a few parses, so it must have paid before there is more of it. */
const freeLessons = 8
const fitsPerLesson = 64
/** Parsing this number costs about as much as learning a template. */
const patience = 16

type Lesson = Readonly<{ payload: string; event: StreamEvent }>

export class TemplateStore {
  readonly #form: StreamFormat
  readonly #later: Later
  #templates: EventTemplate[] = []
  /** What was looked at last, nearly always the same memory, and a view of it. */
  #bytes: Uint8Array = new Uint8Array(0)
  #view = viewOf(this.#bytes)
  #lessons = 0
  #fits = 0
  /** What to learn next, and how many events were parsed since. */
  #lesson: Lesson | null = null
  #parsedSince = 0

  constructor(form: StreamFormat, later: Later) {
    this.#form = form
    this.#later = later
  }

  /** The template that fits the data at `start`, or null when it must be parsed. */
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
   * One lesson at a time, and not now: others came with the same read of the sockets and want their stamp. But where so
   * many come at once that they would wait longer for all to be parsed, it is learnt there and then.
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

  /** The newest are tried first, and the usage last: it comes once, tokens come all the time. */
  #keep(template: EventTemplate): void {
    const isUsage = ({ meaning }: EventTemplate) => meaning.output === null
    const all = [template, ...this.#templates].slice(0, mostTemplates)
    this.#templates = [...all.filter((one) => !isUsage(one)), ...all.filter(isUsage)]
  }
}
