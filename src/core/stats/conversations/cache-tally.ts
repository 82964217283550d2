// Prefix cache use of agents compared with its maximum: tokens of prompts with both counts known.
import type { AgentStep } from '#core/records/request-record.ts'
import type { CacheUse } from '#core/model/run/conversation-summary.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'

export class CacheTally {
  #isKnown = false
  #promptTokens = 0
  #cachedTokens = 0
  #reusableTokens = 0

  add({ promptTokens, cachedTokens }: MeasuredRequest, { reusableTokens }: AgentStep): void {
    if (cachedTokens === undefined || reusableTokens === null) return
    this.#isKnown = true
    this.#promptTokens += promptTokens
    this.#cachedTokens += cachedTokens
    this.#reusableTokens += Math.min(reusableTokens, promptTokens)
  }

  /** Null if no counts are known. */
  get use(): CacheUse | null {
    if (!this.#isKnown) return null
    const [promptTokens, cachedTokens] = [this.#promptTokens, this.#cachedTokens]
    return { promptTokens, cachedTokens, reusableTokens: this.#reusableTokens }
  }
}
