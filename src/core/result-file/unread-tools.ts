// Files of other benchmarks that are recognised but cannot become a run, each with the reason.
import { type Message, message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

type File = Readonly<Record<string, unknown>>

type UnreadFile = Readonly<{
  name: string
  /** At the top level of its files, together in no other file. */
  keys: readonly string[]
  why: Message
}>

const offline = message('files.unread.offline')
const perRequest = message('files.unread.perRequest')

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
  { name: 'perf_analyzer', keys: ['experiments', 'version'], why: perRequest },
  { name: 'AIPerf', keys: ['metadata', 'metrics'], why: perRequest },
  {
    name: 'AIPerf',
    keys: ['aiperf_version', 'metrics_phase'],
    why: message('files.unread.serverMetrics'),
  },
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

/** Throws `invalid-input` with the tool and the reason for a file of one of them. */
export function requireReadTool(file: File): void {
  const found = unreadFiles.find(({ keys }) => keys.every((key) => Object.hasOwn(file, key)))
  if (found === undefined) return
  const { name, why } = found
  throw new AppError('invalid-input', message('files.unread', { name, why }), {
    remedy: message('files.unread.remedy'),
  })
}
