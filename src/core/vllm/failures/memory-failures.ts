// Failures caused by too little memory.
import { message } from '#core/messages/message.ts'
import type { FailurePattern } from './failure-pattern.ts'

export const memoryFailures: readonly FailurePattern[] = [
  {
    id: 'memory-taken',
    pattern:
      /Free memory on device \S* ?\((?<free>[\d.]+)\/(?<total>[\d.]+) GiB\) on startup is less than desired GPU memory utilization \((?<share>[\d.]+), (?<wanted>[\d.]+) GiB\)/,
    title: message('failures.gpuInUse'),
    remedy: ({ free, total, wanted }) =>
      message('failures.gpuInUse.remedy', { free, total, wanted, share: shareOf(free, total) }),
  },
  {
    id: 'no-kv-cache',
    pattern: /No available memory for the cache blocks/,
    title: message('failures.noKvMemory'),
    remedy: message('failures.noKvMemory.remedy'),
  },
  {
    id: 'kv-cache-too-small',
    pattern:
      /max seq len \((?<length>\d+)\), \(?(?<needed>[\d.]+) ?Gi?B .*?available KV cache memory \((?<available>[\d.]+) Gi?B\)(?:.*?estimated maximum model length is (?<longest>\d+))?/,
    title: message('failures.kvForOneRequest'),
    remedy: ({ longest, needed, available }) =>
      message('failures.kvForOneRequest.remedy', { needed, available, longest: longest ?? 'less' }),
  },
  {
    id: 'weights-out-of-memory',
    pattern: /Failed to load model - not enough GPU memory/,
    title: message('failures.weightsTooLarge'),
    remedy: message('failures.weightsTooLarge.remedy'),
  },
  {
    id: 'warm-up-out-of-memory',
    pattern: /CUDA out of memory occurred when warming up/,
    title: message('failures.warmUpMemory'),
    remedy: message('failures.warmUpMemory.remedy'),
  },
  {
    id: 'gpu-out-of-memory',
    pattern: /torch\.(?:cuda\.)?OutOfMemoryError|CUDA out of memory|CUDA error: out of memory/,
    title: message('failures.gpuMemory'),
    remedy: message('failures.gpuMemory.remedy'),
  },
  {
    id: 'memory-freed-meanwhile',
    pattern: /Error in memory profiling/,
    title: message('failures.memoryFreedMeanwhile'),
    remedy: message('failures.memoryFreedMeanwhile.remedy'),
  },
  {
    id: 'killed',
    pattern: /^Killed$|oom-kill|Out of memory: Killed process/,
    title: message('failures.outOfMemoryKiller'),
    remedy: message('failures.outOfMemoryKiller.remedy'),
  },
]

function shareOf(free: string | undefined, total: string | undefined): string {
  return (Math.floor((100 * Number(free)) / Number(total)) / 100).toFixed(2)
}
