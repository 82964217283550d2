// The available GPU × model pairs. Limits are vLLM's defaults, unless the description says otherwise.
import { message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import type { SimulatorPreset } from '#core/model/server.ts'
import { type Deployment, gpus, models } from './gpu-presets.ts'
import { planMemory } from '../engine/prefix-cache.ts'

/** Explicit fields of a deployment; the others are derived from them. */
type Choice = Omit<Deployment, 'kvCacheTokens' | 'maxModelLen'>

const gpuMemoryUtilization = 0.92

const choices: readonly Omit<Choice, 'gpuMemoryUtilization'>[] = [
  {
    id: 'quick',
    description: message('servers.preset.tiny'),
    gpu: gpus.l4,
    gpuCount: 1,
    model: models.qwen1b,
    maxNumSeqs: 24,
    maxNumBatchedTokens: 2048,
  },
  {
    id: 'l4-qwen-3b',
    description: message('servers.preset.small'),
    gpu: gpus.l4,
    gpuCount: 1,
    model: models.qwen3b,
    maxNumSeqs: 256,
    maxNumBatchedTokens: 2048,
  },
  {
    id: 'a100-llama-8b',
    description: message('servers.preset.common'),
    gpu: gpus.a100,
    gpuCount: 1,
    model: models.llama8b,
    maxNumSeqs: 256,
    maxNumBatchedTokens: 2048,
  },
  {
    id: 'h100-llama-8b',
    description: message('servers.preset.fast'),
    gpu: gpus.h100,
    gpuCount: 1,
    model: models.llama8b,
    maxNumSeqs: 1024,
    maxNumBatchedTokens: 8192,
  },
  {
    id: 'h200-qwen-30b-a3b',
    description: message('servers.preset.experts'),
    gpu: gpus.h200,
    gpuCount: 1,
    model: models.qwen30bA3b,
    maxNumSeqs: 1024,
    maxNumBatchedTokens: 8192,
  },
  {
    id: 'h100x8-llama-70b',
    description: message('servers.preset.large'),
    gpu: gpus.h100,
    gpuCount: 8,
    model: models.llama70b,
    maxNumSeqs: 1024,
    maxNumBatchedTokens: 8192,
  },
]

const deployments: readonly Deployment[] = choices.map((choice) =>
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
  throw appError(
    'not-found',
    'servers.unknownPreset',
    { preset: presetId, presets: deployments.map(({ id }) => id).join(', ') },
    { field: 'preset' },
  )
}
