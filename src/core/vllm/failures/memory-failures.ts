// Failures for want of memory.
import type { FailurePattern } from './failure-pattern.ts'

export const memoryFailures: readonly FailurePattern[] = [
  {
    id: 'memory-taken',
    pattern:
      /Free memory on device \S* ?\((?<free>[\d.]+)\/(?<total>[\d.]+) GiB\) on startup is less than desired GPU memory utilization \((?<share>[\d.]+), (?<wanted>[\d.]+) GiB\)/,
    title: 'Other processes already use this GPU',
    remedy: ({ free, total, wanted }) =>
      `Only ${free} of ${total} GiB are free, ${wanted} are asked for: end the processes that hold the rest, choose ` +
      `other GPUs, or set --gpu-memory-utilization below ${shareOf(free, total)}.`,
  },
  {
    id: 'no-kv-cache',
    pattern: /No available memory for the cache blocks/,
    title: 'No memory is left for the KV cache',
    remedy:
      'Raise --gpu-memory-utilization, use more GPUs or a quantized model, lower --max-num-batched-tokens, or turn ' +
      '--enforce-eager on.',
  },
  {
    id: 'kv-cache-too-small',
    pattern:
      /max seq len \((?<length>\d+)\), \(?(?<needed>[\d.]+) ?Gi?B .*?available KV cache memory \((?<available>[\d.]+) Gi?B\)(?:.*?estimated maximum model length is (?<longest>\d+))?/,
    title: 'The KV cache cannot hold one request of full length',
    remedy: ({ longest, needed, available }) =>
      `It needs ${needed} GiB, ${available} are there: set --max-model-len to ${longest ?? 'less'} or to auto, or ` +
      'use an fp8 KV cache or more GPUs.',
  },
  {
    id: 'weights-out-of-memory',
    pattern: /Failed to load model - not enough GPU memory/,
    title: 'The weights do not fit',
    remedy:
      'Share them between more GPUs (--tensor-parallel-size), take a quantized model, or use --cpu-offload-gb.',
  },
  {
    id: 'warm-up-out-of-memory',
    pattern: /CUDA out of memory occurred when warming up/,
    title: 'Memory ran out during warm-up',
    remedy: 'Lower --max-num-seqs or --gpu-memory-utilization.',
  },
  {
    id: 'gpu-out-of-memory',
    pattern: /torch\.(?:cuda\.)?OutOfMemoryError|CUDA out of memory|CUDA error: out of memory/,
    title: 'The GPU ran out of memory',
    remedy:
      'Lower --gpu-memory-utilization, --max-num-batched-tokens or --max-num-seqs, or turn --enforce-eager on; see ' +
      'what else uses the GPU.',
  },
  {
    id: 'memory-freed-meanwhile',
    pattern: /Error in memory profiling/,
    title: 'Another process freed GPU memory during the start',
    remedy: 'Wait until the server before it is gone, and launch again.',
  },
  {
    id: 'killed',
    pattern: /^Killed$|oom-kill|Out of memory: Killed process/,
    title: 'The system ended it, most likely for want of main memory',
    remedy: 'Free main memory or raise its limit, or load fewer GPUs at once.',
  },
]

function shareOf(free: string | undefined, total: string | undefined): string {
  return (Math.floor((100 * Number(free)) / Number(total)) / 100).toFixed(2)
}
