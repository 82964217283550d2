// Whether weights and one full-length request fit, before anything is loaded. An estimate: activations and graphs,
// one to four GiB, come on top.
import {
  memoryUtilization,
  numberSet,
  parallelSize,
  textSet,
  type LaunchPlan,
} from './launch-plan.ts'

const bytesPerGiB = 2 ** 30
const mebibytesPerGiB = 1024

type MemoryNeed = Readonly<{
  /** What the fullest GPU grants. */
  budgetGiB: number
  weightsGiB: number
  /** Of one request as long as the model length; null where that is not known. */
  requestGiB: number | null
  /** The longest request that fits; null as above. */
  longestRequest: number | null
}>

/** Per GPU; null where host or model lack facts. */
export function memoryNeed(plan: LaunchPlan): MemoryNeed | null {
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

/** In GiB on each GPU: keys and values, of the layers and heads that GPU holds. */
function cacheBytesPerToken(plan: LaunchPlan): number | null {
  const { model } = plan.surroundings
  const { layers: allLayers = null, keyValueHeads = null, headSize = null } = model ?? {}
  if (allLayers === null || keyValueHeads === null || headSize === null) return null
  const heads = Math.max(1, keyValueHeads / parallelSize(plan, 'tensor'))
  const layers = allLayers / parallelSize(plan, 'pipeline')
  const isFp8 = textSet(plan, 'kv-cache-dtype').startsWith('fp8')
  return (2 * layers * heads * headSize * (isFp8 ? 1 : 2)) / bytesPerGiB
}
