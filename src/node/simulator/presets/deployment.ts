// One simulated server: the hardware, the model, and the limits its scheduler works under.
import type { Message } from '#core/messages/message.ts'
import type { Gpu } from './gpu-presets.ts'
import type { Model } from './model-presets.ts'

export type Deployment = Readonly<{
  id: string
  description: Message
  gpu: Gpu
  /** Tensor-parallel over all of them. */
  gpuCount: number
  model: Model
  /** Share of each GPU's memory the server may take. */
  gpuMemoryUtilization: number
  maxModelLen: number
  kvCacheTokens: number
  maxNumSeqs: number
  maxNumBatchedTokens: number
}>
