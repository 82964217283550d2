// Memory rules: whether weights and one full-length request fit, checked before loading. An estimate: activations and graphs need
// another one to four GiB.
import { message, remedied, sentences } from '#core/messages/message.ts'
import {
  type LaunchPlan,
  memoryUtilization,
  numberSet,
  parallelSize,
  type ServeRule,
  textSet,
} from './launch-plan.ts'

const bytesPerGiB = 2 ** 30
const mebibytesPerGiB = 1024

type MemoryNeed = Readonly<{
  /** Memory budget of the GPU with the least free memory. */
  budgetGiB: number
  weightsGiB: number
  /** Cache of one request of the full model length; null if unknown. */
  requestGiB: number | null
  /** The longest request that fits; null if unknown. */
  longestRequest: number | null
}>

/** Per GPU; null if facts about host or model are missing. */
function memoryNeed(plan: LaunchPlan): MemoryNeed | null {
  const { gpus, model } = plan.surroundings
  if (gpus === null || gpus.length === 0 || typeof model?.weightsBytes !== 'number') return null
  const shards = parallelSize(plan, 'tensor') * parallelSize(plan, 'pipeline')
  const smallestMiB = Math.min(...gpus.map(({ totalMiB }) => totalMiB))
  const budgetGiB = (smallestMiB / mebibytesPerGiB) * memoryUtilization(plan)
  const weightsGiB = model.weightsBytes / bytesPerGiB / shards
  const perTokenGiB = cacheBytesPerToken(plan)
  const length = numberSet(plan, 'max-model-len') ?? model.maxPositions
  return {
    budgetGiB,
    weightsGiB,
    requestGiB: perTokenGiB === null || length === null ? null : perTokenGiB * length,
    longestRequest:
      perTokenGiB === null ? null : Math.max(0, Math.floor((budgetGiB - weightsGiB) / perTokenGiB)),
  }
}

/** Bytes on each GPU: keys and values of its layers and heads. */
function cacheBytesPerToken(plan: LaunchPlan): number | null {
  const { model } = plan.surroundings
  const { layers: allLayers = null, keyValueHeads = null, headSize = null } = model ?? {}
  if (allLayers === null || keyValueHeads === null || headSize === null) return null
  const heads = Math.max(1, keyValueHeads / parallelSize(plan, 'tensor'))
  const layers = allLayers / parallelSize(plan, 'pipeline')
  const isFp8 = textSet(plan, 'kv-cache-dtype').startsWith('fp8')
  return (2 * layers * heads * headSize * (isFp8 ? 1 : 2)) / bytesPerGiB
}

const gib = (value: number) => value.toFixed(1)

/** GPUs with less free memory than the server would claim. */
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
    broken: (plan) => takenGpus(plan).length > 0 && !hasOwnCacheSize(plan),
    says: (plan) => ({
      message: sentences(
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
    }),
  },
  {
    flag: 'model',
    broken: (plan) => {
      const need = memoryNeed(plan)
      return need !== null && need.weightsGiB >= need.budgetGiB && !offloads(plan)
    },
    says: (plan) => {
      const need = memoryNeed(plan)
      return remedied('launch.weights', {
        weights: gib(need?.weightsGiB ?? 0),
        budget: gib(need?.budgetGiB ?? 0),
      })
    },
  },
  {
    flag: 'max-model-len',
    broken: (plan) => {
      const need = memoryNeed(plan)
      if (need === null || need.weightsGiB >= need.budgetGiB || fitsItself(plan)) return false
      return need.requestGiB !== null && need.weightsGiB + need.requestGiB > need.budgetGiB
    },
    says: (plan) => {
      const need = memoryNeed(plan)
      const left = (need?.budgetGiB ?? 0) - (need?.weightsGiB ?? 0)
      return remedied('launch.kvCache', {
        need: gib(need?.requestGiB ?? 0),
        left: gib(left),
        length: memoryNeed(plan)?.longestRequest ?? 0,
      })
    },
  },
  {
    flag: 'kv-cache-memory-bytes',
    severity: 'warning',
    broken: (plan) =>
      hasOwnCacheSize(plan) && plan.config.flags['gpu-memory-utilization'] !== undefined,
    says: () => remedied('launch.kvCacheBytes'),
  },
]

function offloads(plan: LaunchPlan): boolean {
  return (numberSet(plan, 'cpu-offload-gb') ?? 0) > 0
}

/** The server itself selects the longest length that fits. */
function fitsItself({ config }: LaunchPlan): boolean {
  const length = config.flags['max-model-len']
  return length === 'auto' || length === -1
}
