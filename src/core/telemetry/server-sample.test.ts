import { describe, expect, test } from 'vitest'
import type { SampledValues } from '#core/records/sampled-values.ts'
import { parseMetricsText } from '../base/metrics-text.ts'
import { engineSamples, serverSample } from './server-sample.ts'

const vllm = `
# HELP vllm:num_requests_running Requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="m"} 3.0
vllm:num_requests_running{engine="1",model_name="m"} 5.0
vllm:num_requests_waiting{engine="0",model_name="m"} 0.0
vllm:num_requests_waiting{engine="1",model_name="m"} 2.0
vllm:num_requests_waiting_by_reason{engine="0",model_name="m",reason="capacity"} 9.0
vllm:kv_cache_usage_perc{engine="0",model_name="m"} 0.2
vllm:kv_cache_usage_perc{engine="1",model_name="m"} 0.6
vllm:prompt_tokens_total{engine="0",model_name="m"} 1.2e+06
vllm:prompt_tokens_created{engine="0",model_name="m"} 1.7e+09
vllm:prompt_tokens_cached_total{engine="0",model_name="m"} 77.0
vllm:generation_tokens_total{engine="0",model_name="m"} 4096.0
vllm:prefix_cache_queries_total{engine="0",model_name="m"} 100.0
vllm:prefix_cache_hits_total{engine="0",model_name="m"} 25.0
vllm:num_preemptions_total{engine="0",model_name="m"} 1.0
`

const cases: readonly (readonly [string, string, SampledValues])[] = [
  [
    'vLLM, summed over its engines, the cache as their mean',
    vllm,
    {
      requestsRunning: 8,
      requestsWaiting: 2,
      kvCacheUsage: 0.4,
      promptTokens: 1.2e6,
      generationTokens: 4096,
      prefixCacheQueries: 100,
      prefixCacheHits: 25,
      preemptions: 1,
    },
  ],
  [
    'vLLM before 0.9',
    'vllm:gpu_cache_usage_perc 0.5\nvllm:gpu_prefix_cache_hits_total 4',
    { kvCacheUsage: 0.5, prefixCacheHits: 4 },
  ],
  [
    'SGLang',
    'sglang:num_running_reqs{x="1"} 4\nsglang:num_queue_reqs 1\nsglang:token_usage 0.25',
    { requestsRunning: 4, requestsWaiting: 1, kvCacheUsage: 0.25 },
  ],
  [
    'SGLang, whose prompt tokens are the queries of its cache',
    'sglang:prompt_tokens_total 100\nsglang:cached_tokens_total{cache_source="device"} 40',
    { promptTokens: 100, prefixCacheQueries: 100, prefixCacheHits: 40 },
  ],
  [
    'NIM, which names no engine',
    'num_requests_running{model_name="m"} 3\ngpu_cache_usage_perc 0.1\nprompt_tokens_total 9\nqueue_size 4',
    { requestsRunning: 3, kvCacheUsage: 0.1, promptTokens: 9 },
  ],
  [
    'TGI, whose tokens are sums of histograms',
    'tgi_request_input_length_sum 100\ntgi_request_input_length_count 4\ntgi_request_generated_tokens_sum 60',
    { promptTokens: 100, generationTokens: 60 },
  ],
  [
    'caches outside the engine, transfers, drafts and adapters',
    [
      'vllm:external_prefix_cache_queries_total{engine="0",model_name="m"} 800.0',
      'vllm:external_prefix_cache_hits_total{engine="0",model_name="m"} 600.0',
      'vllm:spec_decode_num_draft_tokens_total{engine="0",model_name="m"} 90.0',
      'vllm:spec_decode_num_accepted_tokens_total{engine="0",model_name="m"} 45.0',
      'vllm:nixl_bytes_transferred_sum{engine="0",model_name="m"} 2.5e+09',
      'vllm:nixl_xfer_time_seconds_count{engine="0",model_name="m"} 10.0',
      'vllm:nixl_xfer_time_seconds_sum{engine="0",model_name="m"} 0.5',
      'vllm:nixl_num_failed_transfers_total{engine="0",model_name="m"} 1.0',
      'vllm:kv_offload_load_bytes_total{engine="0",model_name="m"} 3e+06',
      'vllm:kv_offload_store_bytes_total{engine="0",model_name="m"} 4e+06',
      'vllm:kv_offload_total_bytes_total{engine="0",model_name="m",transfer_type="CPU_to_GPU"} 3e+06',
      'vllm:lora_requests_info{max_lora="4",running_lora_adapters="a,b",waiting_lora_adapters=""} 1.7e+09',
      'vllm:lora_requests_info{max_lora="4",running_lora_adapters="a",waiting_lora_adapters="b,c,d"} 1.6e+09',
    ].join('\n'),
    {
      ...{ externalCacheQueries: 800, externalCacheHits: 600, draftTokens: 90, acceptedTokens: 45 },
      ...{ transferBytes: 2.5e9, transfers: 10, transferS: 0.5, failedTransfers: 1 },
      ...{ offloadBytes: 7e6, adaptersRunning: 2, adaptersWaiting: 0 },
    },
  ],
  // https://github.com/vllm-project/vllm/issues/2850 and kubernetes-sigs/inference-perf#455 are about such names.
  [
    "vLLM behind Ray's agent, which writes each counter under two names",
    [
      'ray_vllm_num_requests_running{ReplicaId="a"} 1',
      'ray_vllm_num_requests_running{ReplicaId="b"} 2',
      'ray_vllm_prompt_tokens{ReplicaId="a"} 50',
      'ray_vllm_prompt_tokens_total{ReplicaId="a"} 50',
      'ray_vllm:gpu_cache_usage_perc{WorkerId="w"} 0.25',
    ].join('\n'),
    { requestsRunning: 3, promptTokens: 50, kvCacheUsage: 0.25 },
  ],
  [
    'vLLM behind OpenTelemetry, with an exemplar',
    'vllm_num_requests_waiting{ job = "a" } 3\nvllm_prompt_tokens_total{job="a"} 9 # {id="x"} 1.0',
    { requestsWaiting: 3, promptTokens: 9 },
  ],
  [
    'llama.cpp',
    'llamacpp:requests_processing 4\nllamacpp:requests_deferred 46\nllamacpp:tokens_predicted_total 7',
    { requestsRunning: 4, requestsWaiting: 46, generationTokens: 7 },
  ],
  [
    'LMDeploy',
    'lmdeploy:num_requests_running{engine="0"} 5\nlmdeploy:gpu_cache_usage_perc{engine="0"} 0.5',
    { requestsRunning: 5, kvCacheUsage: 0.5 },
  ],
  [
    'trtllm-serve',
    'trtllm_num_requests_waiting{model_name="m"} 3\ntrtllm_kv_cache_utilization{model_name="m"} 0.5',
    { requestsWaiting: 3, kvCacheUsage: 0.5 },
  ],
  [
    'TensorRT-LLM in Triton',
    [
      'nv_trt_llm_request_metrics{model="t",request_type="scheduled",version="1"} 4',
      'nv_trt_llm_request_metrics{model="t",request_type="max",version="1"} 512',
      'nv_trt_llm_kv_cache_block_metrics{kv_cache_block_type="fraction",model="t"} 0.5',
    ].join('\n'),
    { requestsRunning: 4, kvCacheUsage: 0.5 },
  ],
  ['TGI', 'tgi_batch_current_size 3\ntgi_queue_size 7', { requestsRunning: 3, requestsWaiting: 7 }],
  [
    'a value that is none',
    'vllm:num_requests_running NaN\nvllm:num_requests_waiting 1',
    { requestsWaiting: 1 },
  ],
]

describe('what /metrics reports of this moment', () => {
  test.each(cases)('of %s', (_, text, expected) => {
    const reported = serverSample(parseMetricsText(text)) ?? {}
    expect(reported).toEqual({ ...expected, kvCacheUsage: closeTo(expected.kvCacheUsage) })
  })

  test('is read for each engine', () => {
    expect(engineSamples(parseMetricsText(vllm))).toEqual([
      ['0', { requestsRunning: 3, requestsWaiting: 0, kvCacheUsage: 0.2 }],
      ['1', { requestsRunning: 5, requestsWaiting: 2, kvCacheUsage: 0.6 }],
    ])
    expect(engineSamples(parseMetricsText('tgi_batch_current_size 3'))).toEqual([])
  })

  test('is nothing where another program answers', () => {
    expect(serverSample(parseMetricsText('go_goroutines 7\nprocess_cpu_seconds_total 1'))).toBe(
      null,
    )
  })
})

function closeTo(value: number | null | undefined): unknown {
  return value === undefined || value === null ? undefined : expect.closeTo(value, 12)
}

test('replicas of Ray Serve are engines of their own', () => {
  const text = ['a', 'b'].map(
    (id, value) => `ray_vllm_num_requests_running{ReplicaId="${id}",engine="0"} ${value}`,
  )
  expect(engineSamples(parseMetricsText(text.join('\n')))).toEqual([
    ['a 0', { requestsRunning: 0 }],
    ['b 0', { requestsRunning: 1 }],
  ])
})
