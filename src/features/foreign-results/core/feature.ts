// Registers the benchmarks whose result files are read, recognised by content.
import { inEnglish, type Message, message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { ForeignFiles } from '#core/result-file/foreign-files.ts'
import { aiperf, withoutRecords } from './aiperf.ts'
import { evalScope, evalScopeFiles } from './evalscope.ts'
import { genaiPerf, metricsIn } from './genai-perf.ts'
import { guidellm } from './guidellm.ts'
import { guidellmReports, isGuideLlm } from './guidellm-table.ts'
import { inferencePerf } from './inference-perf.ts'
import { inferenceBenchmarker } from './inference-benchmarker.ts'
import { llmD } from './llm-d.ts'
import { llmperf } from './llmperf.ts'
import { type MeasuringTool, measuringTools } from './measuring-tools.ts'
import { mlperfEndpoints } from './mlperf-endpoints.ts'
import { sglang } from './sglang.ts'
import { tensorRtLlm } from './tensorrt-llm.ts'
import type { ToolReader } from './tool-reader.ts'

/** Listed in the order of recognition. */
const toolReaders: Readonly<Record<MeasuringTool, ToolReader>> = {
  AIPerf: aiperf,
  EvalScope: evalScope,
  'GenAI-Perf': genaiPerf,
  GuideLLM: guidellm,
  'inference-perf': inferencePerf,
  'inference-benchmarker': inferenceBenchmarker,
  'llm-d': llmD,
  llmperf,
  'MLPerf Endpoints': mlperfEndpoints,
  SGLang: sglang,
  'TensorRT-LLM': tensorRtLlm,
}

/** File that is recognised but cannot become a run. */
type UnreadFile = Readonly<{
  name: string
  /** Top-level keys that only its files have together. */
  keys: readonly string[]
  why: Message
}>

const offline = message('files.unread.offline')
const noTokens = message('files.unread.noTokens')
const perRequest = message('files.unread.perRequest')
const serverMetrics = message('files.unread.serverMetrics')

const unreadFiles: readonly UnreadFile[] = [
  {
    name: 'vllm bench throughput',
    keys: ['elapsed_time', 'num_requests', 'tokens_per_second'],
    why: offline,
  },
  { name: 'vllm bench latency', keys: ['avg_latency', 'latencies', 'percentiles'], why: offline },
  {
    name: 'vllm bench startup',
    keys: ['avg_cold_startup_time'],
    why: message('files.unread.startup'),
  },
  {
    name: 'SGLang bench_one_batch',
    keys: ['run_name', 'batch_size', 'output_throughput'],
    why: offline,
  },
  { name: 'k6', keys: ['metrics', 'root_group'], why: noTokens },
  { name: 'Locust', keys: ['Request Count', 'Failure Count', 'Requests/s'], why: noTokens },
  { name: 'Vegeta', keys: ['latencies', 'bytes_in', 'status_codes'], why: noTokens },
  { name: 'hey', keys: ['response-time', 'DNS+dialup'], why: noTokens },
  { name: 'oha', keys: ['summary', 'latencyPercentiles'], why: noTokens },
  { name: 'llama-bench', keys: ['n_prompt', 'n_gen', 'avg_ts'], why: offline },
  { name: 'llama-batched-bench', keys: ['pp', 'tg', 't_pp', 't_tg'], why: offline },
  { name: 'InferenceMAX', keys: ['hw', 'tput_per_gpu'], why: message('files.unread.summary') },
  { name: 'perf_analyzer', keys: ['experiments', 'version'], why: perRequest },
  { name: 'AIPerf', keys: ['metadata', 'metrics'], why: perRequest },
  { name: 'AIPerf', keys: ['aiperf_version', 'metrics_phase'], why: serverMetrics },
  { name: 'AIPerf', keys: ['aiperf_version', 'summary', 'metrics'], why: serverMetrics },
  { name: 'AIPerf', keys: ['Endpoint', 'Type', 'Metric', 'Unit'], why: serverMetrics },
  { name: 'fmperf', keys: ['request_idx', 'exp_num_users', 'duration_ms'], why: perRequest },
  { name: 'GuideLLM 0.1', keys: ['benchmarks'], why: perRequest },
  { name: 'EvalScope', keys: ['Percentiles'], why: message('files.unread.percentiles') },
  { name: 'llmperf', keys: ['error_code', 'end_to_end_latency_s', 'ttft_s'], why: perRequest },
  {
    name: 'llm-d benchmark_report 0.1',
    keys: ['version', 'scenario', 'metrics'],
    why: message('files.unread.summary'),
  },
  { name: 'LMDeploy', keys: ['backend', 'throughput(tok/s)'], why: offline },
  { name: 'LMDeploy', keys: ['batch', 'RPS', 'throughput(out tok/s)'], why: offline },
  { name: 'LMDeploy', keys: ['batch', 'prompt_tokens', 'completion_tokens'], why: offline },
]

/** Throws `invalid-input` with the tool and the reason for one of these files. */
function requireReadTool(file: Readonly<Record<string, unknown>>): void {
  const found = unreadFiles.find(({ keys }) => keys.every((key) => Object.hasOwn(file, key)))
  if (found === undefined) return
  const { name, why } = found
  throw appError('invalid-input', 'files.unread', { name, why })
}

export const foreignFiles: ForeignFiles = {
  inVllmKeys(written) {
    const file = withoutRecords(written)
    const names = Object.keys(toolReaders) as MeasuringTool[]
    const tool = names.find((name) => {
      const { keys, isOne } = toolReaders[name]
      return isOne?.(file) ?? keys.every((key) => Object.hasOwn(file, key))
    })
    if (tool === undefined) {
      requireReadTool(file)
      return null
    }
    const { version, entries } = toolReaders[tool].read(file, message('files.fixToolKey', { tool }))
    const definitions = measuringTools[tool].definitions.map((definition) => inEnglish(definition))
    const known = Object.entries(entries).filter(
      ([, value]) => value !== undefined && value !== null,
    )
    return { measured_by: { name: tool, version, definitions }, ...Object.fromEntries(known) }
  },
  rowsIn(table) {
    const { names, records } = table
    if (names[0] === 'Metric') return [{ row: metricsIn(table), line: records[0]?.line ?? 1 }]
    if (isGuideLlm(names)) return guidellmReports(records)
    requireReadTool(Object.fromEntries(names.map((name) => [name, null])))
    return null
  },
  beside: evalScopeFiles,
  reports: [
    {
      begins: ['"metadata"', '"config"', '"args"', '"benchmarks"'],
      list: '"benchmarks"',
      shared: '"metadata"',
    },
    {
      begins: ['"config"'],
      list: '"results"',
      shared: '"config"',
      /** Warm-up of inference-benchmarker. */
      skipped: /^\{\s*"id"\s*:\s*"warmup"/,
    },
  ],
}
