// Audio and images that a stream contains besides its text. Also simulates playback of the audio, as for audio-only responses.
import { encodedWavLength } from '#core/base/sound-file.ts'
import type { MadeMedia, RequestRecord } from '#core/records/request-record.ts'
import { isJson, type Json } from '#core/protocol/json-value.ts'
import type { MediaReader, StreamedMedia } from '#core/protocol/stream-event.ts'
import { imageSizeOf } from './image-size.ts'
import { readStageMetrics, reportedWork, wordsOf } from './work-reports.ts'

const usPerS = 1e6

export class StreamedMediaReader implements MediaReader {
  #firstSoundAtUs: number | null = null
  #underrunUs = 0
  #lengthS = 0
  #frames = 0
  /** Audio in a format whose length cannot be read. */
  #isUnmeasured = false
  #images = 0
  #pixels = 0
  #work: ReturnType<typeof reportedWork> | null = null
  readonly #keepStages: boolean
  added: Pick<RequestRecord, 'stageMetrics'> | null = null

  constructor({ keepStages = false }: Readonly<{ keepStages?: boolean }>) {
    this.#keepStages = keepStages
  }

  take({ sound, images, work }: StreamedMedia, atUs: number): void {
    if (sound !== null) this.#hear(sound, atUs)
    this.#images += images.length
    this.#pixels += images.reduce((sum, image) => sum + pixelsOf(image), 0)
    this.#note(reportedWork({ ...work, data: images }, wordsOf.images))
    if (!this.#keepStages) return
    const stages = readStageMetrics(work)
    if (stages !== null)
      this.added = { stageMetrics: { ...this.added?.stageMetrics, ...stages.stageMetrics } }
  }

  #hear(encoded: string, atUs: number): void {
    this.#firstSoundAtUs ??= atUs
    const playedUs = atUs - this.#firstSoundAtUs
    this.#underrunUs = Math.max(this.#underrunUs, playedUs - this.#lengthS * usPerS)
    const length = encodedWavLength(encoded)
    if (length === null) this.#isUnmeasured = true
    this.#lengthS += length?.lengthS ?? 0
    this.#frames += length?.frames ?? 0
  }

  /** Reports repeat earlier ones and add to them. */
  #note({ generationUs, peakMemoryMb, stages }: ReturnType<typeof reportedWork>): void {
    const before = this.#work
    this.#work = {
      generationUs: largest(before?.generationUs, generationUs),
      peakMemoryMb: largest(before?.peakMemoryMb, peakMemoryMb),
      stages: stages ?? before?.stages,
    }
  }

  /** Null without media. For a response with both, the audio's. */
  read(textEndedAtUs: number | null): MadeMedia | null {
    const hasSound = this.#firstSoundAtUs !== null
    if (!hasSound && this.#images === 0) return null
    const { generationUs = null, peakMemoryMb = null, stages } = this.#work ?? {}
    return {
      ...(hasSound ? this.#sound() : this.#pictures(generationUs)),
      peakMemoryMb,
      ...(textEndedAtUs !== null && { textEndedAtUs }),
      ...(stages !== undefined && { stages }),
    }
  }

  #sound(): Omit<MadeMedia, 'peakMemoryMb'> {
    const isKnown = !this.#isUnmeasured
    return {
      kind: 'sound',
      lengthS: isKnown ? this.#lengthS : null,
      firstAtUs: this.#firstSoundAtUs,
      underrunUs: isKnown ? Math.round(this.#underrunUs) : null,
      count: isKnown ? this.#frames : null,
      ...{ pixels: null, generationUs: null },
    }
  }

  #pictures(generationUs: number | null): Omit<MadeMedia, 'peakMemoryMb'> {
    return {
      kind: 'images',
      ...{ lengthS: null, firstAtUs: null, underrunUs: null },
      ...{ count: this.#images, pixels: this.#pixels, generationUs },
    }
  }
}

function largest(a: number | null | undefined, b: number | null): number | null {
  return a === null || a === undefined || b === null ? (a ?? b) : Math.max(a, b)
}

function pixelsOf({ image_url: image }: Json): number {
  const url = isJson(image) && typeof image.url === 'string' ? image.url : ''
  const size = imageSizeOf(url.slice(url.indexOf(',') + 1))
  return size === null ? 0 : size.width * size.height
}
