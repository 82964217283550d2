// What a server's /metrics says of this moment. Names differ between servers and their releases; the thing does not.
import { sampledValues, type SampledValues, type ServerValue } from '../model/run/telemetry.ts'
import { parseMetricsText } from '../vllm/metrics-text.ts'
import { sum } from '#core/stats/spread.ts'

type Reading = Readonly<{ name: RegExp; over: (values: readonly number[]) => number }>

/** A server has one of each per engine. */
const readings: Readonly<Record<ServerValue, Reading>> = {
  requestsRunning: {
    name: /^(vllm:num_requests_running|sglang:num_running_reqs|tgi_batch_current_size)$/,
    over: sum,
  },
  requestsWaiting: {
    name: /^(vllm:num_requests_waiting|sglang:num_queue_reqs|tgi_queue_size)$/,
    over: sum,
  },
  kvCacheUsage: {
    name: /^(vllm:(kv|gpu)_cache_usage_perc|sglang:token_usage)$/,
    over: (values) => sum(values) / values.length,
  },
  promptTokens: { name: /^(vllm|sglang):prompt_tokens_total$/, over: sum },
  generationTokens: { name: /^(vllm|sglang):generation_tokens_total$/, over: sum },
  prefixCacheQueries: { name: /^vllm:(gpu_)?prefix_cache_queries_total$/, over: sum },
  prefixCacheHits: { name: /^vllm:(gpu_)?prefix_cache_hits_total$/, over: sum },
  preemptions: { name: /^vllm:num_preemptions_total$/, over: sum },
}

/** Null where the text has none of it. */
export function serverSample(metricsText: string): SampledValues | null {
  const reported = parseMetricsText(metricsText).filter(({ value }) => Number.isFinite(value))
  const values: Partial<Record<ServerValue, number>> = {}
  for (const name of sampledValues.server) {
    const reading = readings[name]
    const found = reported.filter((sample) => reading.name.test(sample.name))
    if (found.length > 0) values[name] = reading.over(found.map(({ value }) => value))
  }
  return Object.keys(values).length === 0 ? null : values
}
