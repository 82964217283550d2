// Failures caused by too little memory.
import { message } from '#core/messages/message.ts'
import type { FailurePatterns } from './failure-pattern.ts'

export const memoryFailures: FailurePatterns = {
  'graphs-out-of-memory': {
    pattern: /OutOfMemoryError|CUDA out of memory|out of memory/,
    text: 'failures.graphsMemory',
    raisedBy: /capture_model|capture_graph|capture_cudagraph|cuda_?graph/i,
  },
  'kv-cache-shorter': {
    pattern:
      /max seq len \((?<length>\d+)\) is larger than the maximum number of tokens that can be stored in KV cache \((?<tokens>\d+)\)/,
    text: 'failures.kvTokens',
  },
  'host-out-of-memory': {
    pattern:
      /DefaultCPUAllocator: (?:can't|not enough)|not enough memory: you tried to allocate|Cannot allocate memory|\[Errno 12\]|^MemoryError|std::bad_alloc|Too large swap space|cudaHostAlloc|pinned memory.*(?:fail|out of memory)|Unable to allocate \S+ [KMG]iB for an array/,
    text: 'failures.hostMemory',
  },
  'printed-host-out-of-memory': {
    id: 'host-out-of-memory',
    pattern:
      /requires more system memory|unable to allocate (?:CPU|host)\w*(?: \w+)? buffer|ggml_\w*(?:cpu|aligned)_\w+: (?:failed|insufficient)/i,
    text: 'failures.hostMemory',
    isPrinted: true,
  },
  'memory-taken': {
    pattern:
      /Free memory on device \S* ?\((?<free>[\d.]+)\/(?<total>[\d.]+) GiB\) on startup is less than desired GPU memory utilization \((?<share>[\d.]+), (?<wanted>[\d.]+) GiB\)/,
    text: 'failures.gpuInUse',
    params: ({ free, total }) => ({ share: shareOf(free, total) }),
  },
  'no-kv-cache-of-cpu': {
    id: 'no-kv-cache',
    pattern: /No available memory for the cache blocks.*?(?<setting>VLLM_CPU_\w+)/,
    text: 'failures.noKvMemory',
    remedy: ({ setting = '' }) => message('launch.raiseSetting', { setting }),
  },
  'no-kv-cache': {
    pattern:
      /No available memory for the cache blocks|increase --mem-fraction-static|Insufficient GPU memory for KV cache|maxTokensInPagedKvCache .*must be large enough|Impossible to fit in any sequence in kvCache/,
    text: 'failures.noKvMemory',
    isPrinted: true,
  },
  'kv-cache-too-small': {
    pattern:
      /max seq len \((?<length>\d+)\), \(?(?<needed>[\d.]+) ?Gi?B .*?available KV cache memory \((?<available>[\d.]+) Gi?B\)(?:.*?estimated maximum model length is (?<longest>\d+))?/,
    text: 'failures.kvForOneRequest',
    params: ({ longest = 'less' }) => ({ longest }),
  },
  'weights-out-of-memory': {
    pattern: /Failed to load model - not enough GPU memory/,
    text: 'failures.weightsTooLarge',
    refines: 'gpu-out-of-memory',
  },
  'warm-up-out-of-memory': {
    pattern: /CUDA out of memory occurred when warming up/,
    text: 'failures.warmUpMemory',
  },
  'gpu-out-of-memory': {
    pattern:
      /torch\.(?:cuda\.)?OutOfMemoryError|CUDA out of memory|(?:CUDA|HIP|XPU|NPU) (?:(?:runtime |driver )?error(?: in [^:]+)?: )?out of memory|UR_RESULT_ERROR_OUT_OF_\w+|CUBLAS_STATUS_ALLOC_FAILED|NVML_SUCCESS == r\b/,
    text: 'failures.gpuMemory',
  },
  'printed-gpu-out-of-memory': {
    id: 'gpu-out-of-memory',
    pattern:
      /cudaMalloc(?: failed: |\w*\(.*)out of memory|ErrorOutOfDeviceMemory|failed to allocate buffer for kv cache/,
    text: 'failures.gpuMemory',
    isPrinted: true,
  },
  'locked-memory': {
    pattern: /ibv_reg_mr\w* .*Cannot allocate memory|RLIMIT_MEMLOCK/,
    text: 'launch.lockedMemory',
    refines: 'gpus-cannot-talk',
  },
  'out-of-memory-of-nccl': {
    id: 'gpu-out-of-memory',
    pattern: /Cuda failure.*out of memory/,
    text: 'failures.gpuMemory',
    isPrinted: true,
    refines: 'gpus-cannot-talk',
  },
  'memory-freed-meanwhile': {
    pattern: /Error in memory profiling/,
    text: 'failures.memoryFreedMeanwhile',
  },
}

function shareOf(free: string | undefined, total: string | undefined): string {
  return (Math.floor((100 * Number(free)) / Number(total)) / 100).toFixed(2)
}
