// The line a busy vLLM writes every few seconds: throughput, queue, cache.
import type { Engine } from './engine/engine.ts'
import type { LogRecord } from './startup-phases.ts'

type Counts = Readonly<{
  computedPrompt: number
  generated: number
  queries: number
  hits: number
  preemptions: number
}>

/** Remembers what it last reported; gives null when there is nothing to report. */
export function createStatsReporter(
  engine: Engine,
  rank: number,
): (elapsedS: number) => LogRecord | null {
  let before = countsOf(engine)
  return (elapsedS) => {
    const now = countsOf(engine)
    const isIdle = engine.load === 0 && now.generated === before.generated
    const message = isIdle ? null : describe(engine, { rank, before, now, elapsedS })
    before = now
    return message === null ? null : { process: 'APIServer', source: 'loggers.py:259', message }
  }
}

type Span = Readonly<{ rank: number; before: Counts; now: Counts; elapsedS: number }>

function describe({ scheduler, cache }: Engine, { rank, before, now, elapsedS }: Span): string {
  const perSecond = (key: keyof Counts) => ((now[key] - before[key]) / elapsedS).toFixed(1)
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`
  const queries = now.queries - before.queries
  const preempted = now.preemptions - before.preemptions
  return [
    `Engine ${String(rank).padStart(3, '0')}: Avg prompt throughput: ${perSecond('computedPrompt')} tokens/s`,
    `Avg generation throughput: ${perSecond('generated')} tokens/s`,
    `Running: ${scheduler.running} reqs`,
    `Waiting: ${scheduler.waiting} reqs`,
    ...(preempted > 0 ? [`Preemptions: ${preempted}`] : []),
    `GPU KV cache usage: ${percent(cache.usage)}`,
    `Prefix cache hit rate: ${percent(queries === 0 ? 0 : (now.hits - before.hits) / queries)}`,
  ].join(', ')
}

function countsOf({ metrics, scheduler }: Engine): Counts {
  return {
    computedPrompt: metrics.promptTokens - metrics.cachedPromptTokens,
    generated: metrics.generationTokens,
    queries: metrics.prefixCacheQueries,
    hits: metrics.prefixCacheHits,
    preemptions: scheduler.preemptions,
  }
}
