// The GPU × model pairs on offer. Limits are those vLLM would choose, except where the description says otherwise.
import { AppError } from '#core/model/app-error.ts'
import type { SimulatorPreset } from '#core/model/server/server.ts'
import type { Deployment } from './deployment.ts'
import { gpus } from './gpu-presets.ts'
import { planMemory } from '../engine/memory-plan.ts'
import { models } from './model-presets.ts'

/** What is chosen of a deployment; the rest follows from it. */
type Choice = Omit<Deployment, 'kvCacheTokens' | 'maxModelLen'>

const gpuMemoryUtilization = 0.92

const choices: readonly Omit<Choice, 'gpuMemoryUtilization'>[] = [
  {
    id: 'quick',
    description:
      'At most 24 requests at a time: its knee shows within seconds, near 20 requests/s.',
    gpu: gpus.l4,
    gpuCount: 1,
    model: models.qwen1b,
    maxNumSeqs: 24,
    maxNumBatchedTokens: 2048,
  },
  {
    id: 'l4-qwen-3b',
    description: 'A small model on a small GPU: slow steps, bound by memory bandwidth.',
    gpu: gpus.l4,
    gpuCount: 1,
    model: models.qwen3b,
    maxNumSeqs: 256,
    maxNumBatchedTokens: 2048,
  },
  {
    id: 'a100-llama-8b',
    description: 'The common pair of 2023: steady decode, prefill saturates early.',
    gpu: gpus.a100,
    gpuCount: 1,
    model: models.llama8b,
    maxNumSeqs: 256,
    maxNumBatchedTokens: 2048,
  },
  {
    id: 'h100-llama-8b',
    description: 'Fast steps and a large batch: the knee lies at hundreds of requests in flight.',
    gpu: gpus.h100,
    gpuCount: 1,
    model: models.llama8b,
    maxNumSeqs: 1024,
    maxNumBatchedTokens: 8192,
  },
  {
    id: 'h200-qwen-30b-a3b',
    description: 'Mixture of experts: quick alone, reads more weights as the batch grows.',
    gpu: gpus.h200,
    gpuCount: 1,
    model: models.qwen30bA3b,
    maxNumSeqs: 1024,
    maxNumBatchedTokens: 8192,
  },
  {
    id: 'h100x8-llama-70b',
    description: 'A large model over eight GPUs: their talk costs a part of every step.',
    gpu: gpus.h100,
    gpuCount: 8,
    model: models.llama70b,
    maxNumSeqs: 1024,
    maxNumBatchedTokens: 8192,
  },
]

export const deployments: readonly Deployment[] = choices.map((choice) =>
  deploymentOf({ ...choice, gpuMemoryUtilization }),
)

export function deploymentOf(choice: Choice): Deployment {
  const { kvCacheTokens } = planMemory(choice)
  const maxModelLen = Math.min(choice.model.maxPositions, kvCacheTokens)
  return { ...choice, kvCacheTokens, maxModelLen }
}

export const simulatorPresets: readonly SimulatorPreset[] = deployments.map((deployment) => ({
  id: deployment.id,
  gpu: deployment.gpu.name,
  gpuCount: deployment.gpuCount,
  model: deployment.model.id,
  description: deployment.description,
  maxModelLen: deployment.maxModelLen,
  kvCacheTokens: deployment.kvCacheTokens,
  maxNumSeqs: deployment.maxNumSeqs,
  maxNumBatchedTokens: deployment.maxNumBatchedTokens,
}))

export function findDeployment(presetId: string): Deployment {
  const found = deployments.find(({ id }) => id === presetId)
  if (found !== undefined) return found
  throw new AppError('not-found', `There is no simulator preset "${presetId}".`, {
    field: 'preset',
    remedy: `Choose one of: ${deployments.map(({ id }) => id).join(', ')}.`,
  })
}
