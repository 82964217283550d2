// The phases of a start in order, with vLLM's log lines for each.
import type { Deployment } from './presets/gpu-presets.ts'
import { planMemory } from './engine/prefix-cache.ts'

// One log line in vLLM's format: process, level, local time without a year, source, message.
type LogProcess = 'APIServer' | 'EngineCore'

export type LogRecord = Readonly<{ process: LogProcess; source: string; message: string }>

export function formatLogLine({ process, source, message }: LogRecord, at: Date): string {
  return `(${process} pid=${pidOf[process]}) INFO ${formatTime(at)} [${source}] ${message}`
}

/** The simulator is one process; these ids only distinguish the two sources. */
const pidOf: Record<LogProcess, number> = { APIServer: 100, EngineCore: 101 }

function formatTime(at: Date): string {
  const [month, day, ...time] = [
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  ].map((part) => String(part).padStart(2, '0'))
  return `${month}-${day} ${time.join(':')}`
}

type PhaseDetails = Readonly<{
  deployment: Deployment
  version: string
  baseUrl: string
  routes: readonly Readonly<{ path: string; methods: readonly string[] }>[]
}>

type StartupPhase = Readonly<{
  name: string
  /** Share of the whole start. */
  share: number
  entries: (details: PhaseDetails, seconds: number) => (LogRecord | string)[]
}>

const compileShare = 0.26
const kvCacheShare = 0.06
const graphsShare = 0.14
const openingShare = 0.04

/** The shares add up to 1. */
const startupPhases: readonly StartupPhase[] = [
  { name: 'Starting', share: 0.12, entries: boot },
  { name: 'Reading the configuration', share: 0.04, entries: configuration },
  { name: 'Starting the engine', share: 0.06, entries: engineStart },
  { name: 'Loading weights', share: 0.28, entries: weights },
  { name: 'Compiling', share: compileShare, entries: compilation },
  { name: 'Sizing the KV cache', share: kvCacheShare, entries: kvCache },
  { name: 'Capturing CUDA graphs', share: graphsShare, entries: graphs },
  { name: 'Opening the port', share: openingShare, entries: opening },
]

const api = (source: string, message: string): LogRecord => ({
  process: 'APIServer',
  source,
  message,
})
const engine = (source: string, message: string): LogRecord => ({
  process: 'EngineCore',
  source,
  message,
})

function boot({ deployment, version }: PhaseDetails): LogRecord[] {
  const { gpuCount, model } = deployment
  const args =
    `{'model_tag': '${model.id}', 'model': '${model.id}', ` +
    `'served_model_name': ['${model.id}', 'sim'], 'tensor_parallel_size': ${gpuCount}}`
  return [
    api('utils.py:299', `vLLM server version ${version}, serving model ${model.id}`),
    api('utils.py:233', `non-default args: ${args}`),
  ]
}

function configuration({ deployment }: PhaseDetails): LogRecord[] {
  const { model, maxModelLen, maxNumBatchedTokens } = deployment
  const chunking = `Chunked prefill is enabled with max_num_batched_tokens=${maxNumBatchedTokens}.`
  return [
    api('model.py:549', `Resolved architecture: ${model.architecture}`),
    api('model.py:1678', `Using max model len ${maxModelLen}`),
    api('scheduler.py:231', chunking),
  ]
}

function engineStart({ deployment, version }: PhaseDetails): LogRecord[] {
  const { gpuCount, model, maxModelLen } = deployment
  const config =
    `model='${model.id}', dtype=torch.bfloat16, max_seq_len=${maxModelLen}, ` +
    `tensor_parallel_size=${gpuCount}, simulated=True`
  return [
    engine('core.py:97', `Initializing a V1 LLM engine (v${version}) with config: ${config}`),
    engine(
      'cuda.py:351',
      "Using FLASH_ATTN attention backend out of potential backends: ['FLASH_ATTN', 'FLASHINFER'].",
    ),
  ]
}

function weights({ deployment }: PhaseDetails, seconds: number): (LogRecord | string)[] {
  const { gpuCount, model } = deployment
  const { weightsGiB } = planMemory(deployment)
  const shards = Math.max(1, Math.round((weightsGiB * gpuCount) / 4.6))
  const loadingS = seconds.toFixed(2)
  return [
    engine('gpu_model_runner.py:3562', `Starting to load model ${model.id}...`),
    ...Array.from({ length: shards + 1 }, (_, done) => shardLine(done, { shards, seconds })),
    engine('default_loader.py:291', `Loading weights took ${loadingS} seconds`),
    engine(
      'gpu_model_runner.py:3659',
      `Model loading took ${weightsGiB.toFixed(2)} GiB memory and ${seconds.toFixed(6)} seconds`,
    ),
  ]
}

function shardLine(
  done: number,
  { shards, seconds }: Readonly<{ shards: number; seconds: number }>,
): string {
  const percent = String(Math.floor((100 * done) / shards)).padStart(3)
  const elapsedS = (seconds * done) / shards
  const left = done === 0 ? '?' : formatClock(seconds - elapsedS)
  const pace = done === 0 ? '?it/s' : `${(seconds / shards).toFixed(2).padStart(5)}s/it`
  return (
    `Loading safetensors checkpoint shards: ${percent}% Completed | ` +
    `${done}/${shards} [${formatClock(elapsedS)}<${left}, ${pace}]`
  )
}

function compilation({ deployment }: PhaseDetails, seconds: number): LogRecord[] {
  const range = `(1, ${deployment.maxNumBatchedTokens})`
  const dynamoS = (seconds * 0.3).toFixed(2)
  const inductorS = (seconds * 0.7).toFixed(2)
  return [
    engine(
      'backends.py:631',
      "Using cache directory: /root/.cache/vllm/torch_compile_cache/simulated/rank_0_0/backbone for vLLM's torch.compile",
    ),
    engine('backends.py:647', `Dynamo bytecode transform time: ${dynamoS} s`),
    engine('backends.py:251', `Compiling a graph for compile range ${range} takes ${inductorS} s`),
    engine('monitor.py:48', `torch.compile took ${seconds.toFixed(2)} s in total`),
  ]
}

function kvCache({ deployment }: PhaseDetails, seconds: number): LogRecord[] {
  const { kvCacheTokens, maxModelLen } = deployment
  const { kvCacheGiB, cudaGraphGiB } = planMemory(deployment)
  const concurrency = (kvCacheTokens / maxModelLen).toFixed(2)
  return [
    engine('gpu_worker.py:352', `Initial profiling/warmup run took ${seconds.toFixed(2)} s`),
    engine('gpu_model_runner.py:5100', `Estimated CUDA graph memory: ${cudaGraphGiB} GiB total`),
    engine('gpu_worker.py:375', `Available KV cache memory: ${kvCacheGiB.toFixed(2)} GiB`),
    engine(
      'kv_cache_utils.py:1291',
      `GPU KV cache size: ${formatCount(kvCacheTokens)} tokens, Maximum concurrency for ` +
        `${formatCount(maxModelLen)} tokens per request: ${concurrency}x`,
    ),
  ]
}

function graphs({ deployment }: PhaseDetails, seconds: number): (LogRecord | string)[] {
  const { gpu, gpuMemoryUtilization } = deployment
  const plan = planMemory(deployment)
  const freeGiB = (gpu.memoryGiB - 0.5).toFixed(1)
  const desiredGiB = (gpu.memoryGiB * gpuMemoryUtilization).toFixed(1)
  return [
    ...[13, 26, 38, 51].map((done) => captureLine(done, 51)),
    engine(
      'gpu_model_runner.py:4587',
      `Graph capturing finished in ${seconds.toFixed(0)} secs, took ${plan.cudaGraphGiB} GiB`,
    ),
    engine(
      'gpu_worker.py:520',
      `Free memory on device cuda:0 (${freeGiB}/${gpu.memoryGiB.toFixed(1)} GiB) on startup. ` +
        `Desired GPU memory utilization is (${gpuMemoryUtilization}, ${desiredGiB} GiB). ` +
        `Actual usage is ${plan.weightsGiB.toFixed(1)} GiB for consumed memory (weights + non-torch), ` +
        `${plan.activationGiB} GiB for peak activation, and ${plan.cudaGraphGiB} GiB for CUDAGraph memory.`,
    ),
  ]
}

function captureLine(done: number, total: number): string {
  const percent = String(Math.floor((100 * done) / total)).padStart(3)
  const bar = '█'.repeat(Math.floor((10 * done) / total)).padEnd(10)
  return `Capturing CUDA graphs (mixed prefill-decode, PIECEWISE): ${percent}%|${bar}| ${done}/${total}`
}

function opening({ baseUrl, routes }: PhaseDetails, seconds: number): (LogRecord | string)[] {
  const startupS = seconds / openingShare
  const initS = (startupS * (compileShare + kvCacheShare + graphsShare)).toFixed(2)
  const compiledS = (startupS * compileShare).toFixed(2)
  return [
    engine(
      'core.py:259',
      `init engine (profile, create kv cache, warmup model) took ${initS} s (compilation: ${compiledS} s)`,
    ),
    api('api_server.py:683', "Supported tasks: ('generate', 'embed', 'score')"),
    api('api_server.py:946', `Starting vLLM server on ${baseUrl}`),
    api('launcher.py:38', 'Available routes are:'),
    ...routes.map(({ path, methods }) =>
      api('launcher.py:46', `Route: ${path}, Methods: ${methods.join(', ')}`),
    ),
    '(APIServer pid=100) INFO:     Started server process [100]',
    '(APIServer pid=100) INFO:     Waiting for application startup.',
    '(APIServer pid=100) INFO:     Application startup complete.',
  ]
}

function formatClock(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

function formatCount(value: number): string {
  return value.toLocaleString('en-US')
}

// Schedule of a start's log: vLLM's phases, spread over the configured duration.
export type StartupEvent = Readonly<{
  /** Seconds from the start. */
  atS: number
  phase: string
  /** Progress of the whole start, 0–1. */
  progress: number
  /** A log record, or a bare line, such as a progress bar or the web server's own output. */
  entry: LogRecord | string
}>

export function planStartup(details: PhaseDetails, startupS: number): StartupEvent[] {
  let begin = 0
  return startupPhases.flatMap(({ name, share, entries }) => {
    const phaseBegin = begin
    begin += share
    const said = entries(details, startupS * share)
    return said.map((entry, index) => {
      const progress = phaseBegin + (share * index) / said.length
      return { atS: startupS * progress, phase: name, progress, entry }
    })
  })
}
