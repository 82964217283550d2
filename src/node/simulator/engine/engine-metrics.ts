// What the engine counts while it works, under the names vLLM gives them.
import type { EngineRequest, RequestEnding } from './engine-request.ts'
import { Histogram } from './histogram.ts'

const timeToFirstTokenBounds = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
  160, 640, 2560,
]
const perTokenBounds = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
]
const latencyBounds = [
  0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680,
]
const iterationBounds = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384]

export class EngineMetrics {
  promptTokens = 0
  cachedPromptTokens = 0
  generationTokens = 0
  prefixCacheQueries = 0
  prefixCacheHits = 0
  readonly finished = { stop: 0, length: 0, abort: 0, error: 0 }

  readonly timeToFirstTokenS = new Histogram(timeToFirstTokenBounds)
  readonly interTokenLatencyS = new Histogram(perTokenBounds)
  readonly timePerOutputTokenS = new Histogram(perTokenBounds)
  readonly endToEndS = new Histogram(latencyBounds)
  readonly queueS = new Histogram(latencyBounds)
  readonly prefillS = new Histogram(latencyBounds)
  readonly decodeS = new Histogram(latencyBounds)
  readonly inferenceS = new Histogram(latencyBounds)
  readonly iterationTokens = new Histogram(iterationBounds)
  readonly requestPromptTokens: Histogram
  readonly requestGenerationTokens: Histogram
  readonly requestMaxTokens: Histogram

  constructor(maxModelLen: number) {
    const bounds = oneTwoFiveBounds(maxModelLen)
    this.requestPromptTokens = new Histogram(bounds)
    this.requestGenerationTokens = new Histogram(bounds)
    this.requestMaxTokens = new Histogram(bounds)
  }

  onAdmitted({ sequence }: EngineRequest): void {
    if (sequence.preemptions > 0) return
    this.prefixCacheQueries += sequence.tokens.length
    this.prefixCacheHits += sequence.cachedTokens
  }

  /** Tokens of one step; call before their time is noted in the request. */
  onTokens(
    { times, sequence }: EngineRequest,
    { tokens, nowMs }: Readonly<{ tokens: number; nowMs: number }>,
  ): void {
    this.generationTokens += tokens
    if (!Number.isNaN(times.firstTokenMs)) {
      this.interTokenLatencyS.observe((nowMs - times.lastTokenMs) / 1000)
      return
    }
    this.promptTokens += sequence.promptTokens
    this.cachedPromptTokens += sequence.cachedTokens
    this.timeToFirstTokenS.observe((nowMs - times.arrivedMs) / 1000)
  }

  onFinished({ times, maxTokens }: EngineRequest, ending: RequestEnding): void {
    this.finished[ending.finishReason]++
    const decodeS = (times.lastTokenMs - times.firstTokenMs) / 1000
    if (ending.completionTokens > 1) {
      this.timePerOutputTokenS.observe(decodeS / (ending.completionTokens - 1))
    }
    this.endToEndS.observe((times.lastTokenMs - times.arrivedMs) / 1000)
    this.queueS.observe((times.scheduledMs - times.queuedMs) / 1000)
    this.prefillS.observe((times.firstTokenMs - times.scheduledMs) / 1000)
    this.decodeS.observe(decodeS)
    this.inferenceS.observe((times.lastTokenMs - times.scheduledMs) / 1000)
    this.requestPromptTokens.observe(ending.promptTokens)
    this.requestGenerationTokens.observe(ending.completionTokens)
    this.requestMaxTokens.observe(maxTokens)
  }
}

function oneTwoFiveBounds(limit: number): number[] {
  const bounds: number[] = []
  for (let decade = 1; decade <= limit; decade *= 10) {
    bounds.push(...[1, 2, 5].map((step) => step * decade).filter((bound) => bound <= limit))
  }
  return bounds
}
