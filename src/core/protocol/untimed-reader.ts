// Common part of readers whose tokens cannot be counted on arrival: documents and audio.
import type { MadeMedia } from '#core/records/request-record.ts'
import type { StageMetrics } from '#core/records/stage-metrics.ts'
import { type AnswerFault, type AnswerHead, noFirstTimes } from './answer-reader.ts'

export class UntimedReader {
  readonly #contentTypes: readonly string[]
  readonly firstAtUs = noFirstTimes()
  readonly empty = false
  readonly unseen = null
  readonly tokensInRead = 0
  heldBytes = 0
  lastOutputAtUs = 0
  complete = false
  readonly serverTimes = null
  model: string | null = null
  finishReason: string | null = null
  readonly isUnexplained = false
  made: MadeMedia | null = null
  stageMetrics: StageMetrics | null = null
  readonly reasoningText = ''
  fault: AnswerFault | null = null

  constructor(contentTypes: readonly string[]) {
    this.#contentTypes = contentTypes
  }

  open(head: AnswerHead): boolean {
    const contentType = head.header('content-type') ?? ''
    return contentType === '' || this.#contentTypes.some((known) => contentType.includes(known))
  }

  opensAnyway(): boolean {
    return false
  }

  readAlike(start: number): number {
    return start
  }
}
