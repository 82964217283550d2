// Failures caused by too little memory.
import type { FailurePattern } from './failure-pattern.ts'

export const memoryFailures: readonly FailurePattern[] = [
  {
    id: 'memory-taken',
    pattern:
      /Free memory on device \S* ?\((?<free>[\d.]+)\/(?<total>[\d.]+) GiB\) on startup is less than desired GPU memory utilization \((?<share>[\d.]+), (?<wanted>[\d.]+) GiB\)/,
    text: 'failures.gpuInUse',
    params: ({ free, total }) => ({ share: shareOf(free, total) }),
  },
  {
    id: 'no-kv-cache',
    pattern: /No available memory for the cache blocks/,
    text: 'failures.noKvMemory',
  },
  {
    id: 'kv-cache-too-small',
    pattern:
      /max seq len \((?<length>\d+)\), \(?(?<needed>[\d.]+) ?Gi?B .*?available KV cache memory \((?<available>[\d.]+) Gi?B\)(?:.*?estimated maximum model length is (?<longest>\d+))?/,
    text: 'failures.kvForOneRequest',
    params: ({ longest = 'less' }) => ({ longest }),
  },
  {
    id: 'weights-out-of-memory',
    pattern: /Failed to load model - not enough GPU memory/,
    text: 'failures.weightsTooLarge',
  },
  {
    id: 'warm-up-out-of-memory',
    pattern: /CUDA out of memory occurred when warming up/,
    text: 'failures.warmUpMemory',
  },
  {
    id: 'gpu-out-of-memory',
    pattern: /torch\.(?:cuda\.)?OutOfMemoryError|CUDA out of memory|CUDA error: out of memory/,
    text: 'failures.gpuMemory',
  },
  {
    id: 'memory-freed-meanwhile',
    pattern: /Error in memory profiling/,
    text: 'failures.memoryFreedMeanwhile',
  },
  {
    id: 'killed',
    pattern: /^Killed$|oom-kill|Out of memory: Killed process/,
    text: 'failures.outOfMemoryKiller',
  },
]

function shareOf(free: string | undefined, total: string | undefined): string {
  return (Math.floor((100 * Number(free)) / Number(total)) / 100).toFixed(2)
}
