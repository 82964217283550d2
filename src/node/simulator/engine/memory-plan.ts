// How a server's GPU memory is divided: weights, room to work in, and what is left for the KV cache.
import type { Deployment } from '../presets/deployment.ts'
import { bytesPerNumber, kvBytesPerToken } from '../presets/model-presets.ts'

export const kvBlockTokens = 16

const gib = 2 ** 30
const activationGiB = 2
const cudaGraphGiB = 0.7

/** All per GPU, except the tokens, which are the server's. */
type MemoryPlan = Readonly<{
  weightsGiB: number
  activationGiB: number
  cudaGraphGiB: number
  kvCacheGiB: number
  kvCacheTokens: number
}>

export function planMemory({
  gpu,
  gpuCount,
  model,
  gpuMemoryUtilization,
}: Pick<Deployment, 'gpu' | 'gpuCount' | 'model' | 'gpuMemoryUtilization'>): MemoryPlan {
  const weightsGiB = (model.parameters * bytesPerNumber) / gpuCount / gib
  const kvCacheGiB =
    gpu.memoryGiB * gpuMemoryUtilization - weightsGiB - activationGiB - cudaGraphGiB
  const blockBytes = kvBytesPerToken(model) * kvBlockTokens
  const kvCacheTokens = Math.floor((kvCacheGiB * gib * gpuCount) / blockBytes) * kvBlockTokens
  return { weightsGiB, activationGiB, cudaGraphGiB, kvCacheGiB, kvCacheTokens }
}
