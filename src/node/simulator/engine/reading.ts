// One text on its way through the engine that is only read: once its last token is computed, it is done.
import { nothingHappenedYet, type EngineRequest, type RequestEnding } from './engine-request.ts'
import { createSequence, type Sequence } from './sequence.ts'

export class Reading implements EngineRequest {
  readonly sequence: Sequence
  readonly times = nothingHappenedYet()
  readonly maxTokens = 0
  readonly completionTokens = 0
  readonly #onRead: () => void

  constructor(tokens: readonly number[], onRead: () => void) {
    this.sequence = createSequence(tokens)
    this.#onRead = onRead
  }

  advance(): RequestEnding {
    this.#onRead()
    const { promptTokens } = this.sequence
    return { finishReason: 'stop', promptTokens, completionTokens: this.completionTokens }
  }

  flush(): void {
    // Nothing is left over from a step.
  }
}
