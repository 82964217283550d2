// What has to fit into the memory of the GPUs.
import { sentences } from '#core/messages/joined.ts'
import { message } from '#core/messages/message.ts'
import { memoryUtilization, numberSet, type LaunchPlan } from './launch-plan.ts'
import { memoryNeed } from './memory-need.ts'
import type { ServeRule } from './serve-rule.ts'

const gib = (value: number) => value.toFixed(1)
const mebibytesPerGiB = 1024

/** GPUs that have less free than the server would claim. */
function takenGpus(plan: LaunchPlan) {
  const utilization = memoryUtilization(plan)
  return (plan.surroundings.gpus ?? [])
    .map((gpu, index) => ({ ...gpu, index, wantedMiB: gpu.totalMiB * utilization }))
    .filter(({ freeMiB, wantedMiB }) => freeMiB < wantedMiB)
}

function hasOwnCacheSize(plan: LaunchPlan): boolean {
  return plan.config.flags['kv-cache-memory-bytes'] !== undefined
}

export const memoryRules: readonly ServeRule[] = [
  {
    flag: 'gpu-memory-utilization',
    severity: 'error',
    broken: (plan) => takenGpus(plan).length > 0 && !hasOwnCacheSize(plan),
    message: (plan) =>
      sentences(
        takenGpus(plan).map(({ index, name, freeMiB, wantedMiB }) =>
          message('launch.gpuMemory', {
            index,
            name,
            free: gib(freeMiB / mebibytesPerGiB),
            wanted: gib(wantedMiB / mebibytesPerGiB),
          }),
        ),
      ),
    remedy: message('launch.gpuMemory.remedy'),
  },
  {
    flag: 'model',
    severity: 'error',
    broken: (plan) => {
      const need = memoryNeed(plan)
      return need !== null && need.weightsGiB >= need.budgetGiB && !offloads(plan)
    },
    message: (plan) => {
      const need = memoryNeed(plan)
      return message('launch.weights', {
        weights: gib(need?.weightsGiB ?? 0),
        budget: gib(need?.budgetGiB ?? 0),
      })
    },
    remedy: message('launch.weights.remedy'),
  },
  {
    flag: 'max-model-len',
    severity: 'error',
    broken: (plan) => {
      const need = memoryNeed(plan)
      if (need === null || need.weightsGiB >= need.budgetGiB || fitsItself(plan)) return false
      return need.requestGiB !== null && need.weightsGiB + need.requestGiB > need.budgetGiB
    },
    message: (plan) => {
      const need = memoryNeed(plan)
      const left = (need?.budgetGiB ?? 0) - (need?.weightsGiB ?? 0)
      return message('launch.kvCache', { need: gib(need?.requestGiB ?? 0), left: gib(left) })
    },
    remedy: (plan) =>
      message('launch.kvCache.remedy', { length: memoryNeed(plan)?.longestRequest ?? 0 }),
  },
  {
    flag: 'kv-cache-memory-bytes',
    severity: 'warning',
    broken: (plan) =>
      hasOwnCacheSize(plan) && plan.config.flags['gpu-memory-utilization'] !== undefined,
    message: () => message('launch.kvCacheBytes'),
    remedy: message('launch.kvCacheBytes.remedy'),
  },
]

function offloads(plan: LaunchPlan): boolean {
  return (numberSet(plan, 'cpu-offload-gb') ?? 0) > 0
}

/** The server looks for the longest length that fits. */
function fitsItself({ config }: LaunchPlan): boolean {
  const length = config.flags['max-model-len']
  return length === 'auto' || length === -1
}
