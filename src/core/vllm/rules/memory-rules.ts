// What has to fit into the memory of the GPUs.
import { memoryUtilization, numberSet, type LaunchPlan } from './launch-plan.ts'
import { memoryNeed } from './memory-need.ts'
import type { ServeRule } from './serve-rule.ts'

const gib = (value: number) => `${value.toFixed(1)} GiB`
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
      takenGpus(plan)
        .map(
          ({ index, name, freeMiB, wantedMiB }) =>
            `GPU ${index} (${name}) has ${gib(freeMiB / mebibytesPerGiB)} free, the server would claim ` +
            `${gib(wantedMiB / mebibytesPerGiB)}.`,
        )
        .join(' '),
    remedy: 'End what uses them, choose other GPUs, or lower --gpu-memory-utilization.',
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
      return `The weights take ${gib(need?.weightsGiB ?? 0)} of each GPU, which grants ${gib(need?.budgetGiB ?? 0)}.`
    },
    remedy:
      'Share them between more GPUs (--tensor-parallel-size), take a quantized model, or offload some to the CPU.',
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
      return (
        `One request of full length needs ${gib(need?.requestGiB ?? 0)} of KV cache on each GPU, ` +
        `but only ${gib(left)} are left beside the weights.`
      )
    },
    remedy: (plan) =>
      `Set --max-model-len to ${memoryNeed(plan)?.longestRequest ?? 0} or less, or to auto; or take an fp8 KV cache ` +
      'or more GPUs.',
  },
  {
    flag: 'kv-cache-memory-bytes',
    severity: 'warning',
    broken: (plan) =>
      hasOwnCacheSize(plan) && plan.config.flags['gpu-memory-utilization'] !== undefined,
    message: () =>
      'The size of the KV cache is given in bytes, so the memory utilization has no effect.',
    remedy: 'Leave one of the two out.',
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
