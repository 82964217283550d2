// Approximate data-sheet values of the simulated GPUs, architectures of the simulated models, and deployments.
import type { Message } from '#core/messages/message.ts'

type Gpu = Readonly<{
  name: string
  /** Dense BF16 peak, 10¹² operations per second. */
  peakTflops: number
  memoryBandwidthTBPerS: number
  /** Memory reported by the driver, a little less than advertised. */
  memoryGiB: number
  /** Bandwidth to the other GPUs of the host, in one direction. */
  linkGBPerS: number
}>

export const gpus = {
  a100: {
    name: 'A100 80GB SXM',
    peakTflops: 312,
    memoryBandwidthTBPerS: 2.04,
    memoryGiB: 79.2,
    linkGBPerS: 300,
  },
  h100: {
    name: 'H100 80GB SXM',
    peakTflops: 989,
    memoryBandwidthTBPerS: 3.35,
    memoryGiB: 79.2,
    linkGBPerS: 450,
  },
  h200: {
    name: 'H200 141GB SXM',
    peakTflops: 989,
    memoryBandwidthTBPerS: 4.8,
    memoryGiB: 139.8,
    linkGBPerS: 450,
  },
  l4: {
    name: 'L4 24GB',
    peakTflops: 121,
    memoryBandwidthTBPerS: 0.3,
    memoryGiB: 22.0,
    linkGBPerS: 32,
  },
} as const satisfies Record<string, Gpu>

/** Experts of a mixture-of-experts model; a token is routed to `active` of `count`. */
type Experts = Readonly<{ count: number; active: number; parameters: number }>

export type Model = Readonly<{
  id: string
  architecture: string
  parameters: number
  layers: number
  hiddenSize: number
  attentionHeads: number
  kvHeads: number
  headSize: number
  /** Maximum sequence length in training. */
  maxPositions: number
  /** Null for a dense model; `parameters` above includes them. */
  experts: Experts | null
}>

/** Weights, activations and KV cache are all BF16. */
export const bytesPerNumber = 2

export const models = {
  llama8b: {
    id: 'meta-llama/Llama-3.1-8B-Instruct',
    architecture: 'LlamaForCausalLM',
    parameters: 8.03e9,
    layers: 32,
    hiddenSize: 4096,
    attentionHeads: 32,
    kvHeads: 8,
    headSize: 128,
    maxPositions: 131_072,
    experts: null,
  },
  llama70b: {
    id: 'meta-llama/Llama-3.3-70B-Instruct',
    architecture: 'LlamaForCausalLM',
    parameters: 70.55e9,
    layers: 80,
    hiddenSize: 8192,
    attentionHeads: 64,
    kvHeads: 8,
    headSize: 128,
    maxPositions: 131_072,
    experts: null,
  },
  qwen1b: {
    id: 'Qwen/Qwen2.5-1.5B-Instruct',
    architecture: 'Qwen2ForCausalLM',
    parameters: 1.54e9,
    layers: 28,
    hiddenSize: 1536,
    attentionHeads: 12,
    kvHeads: 2,
    headSize: 128,
    maxPositions: 32_768,
    experts: null,
  },
  qwen3b: {
    id: 'Qwen/Qwen2.5-3B-Instruct',
    architecture: 'Qwen2ForCausalLM',
    parameters: 3.09e9,
    layers: 36,
    hiddenSize: 2048,
    attentionHeads: 16,
    kvHeads: 2,
    headSize: 128,
    maxPositions: 32_768,
    experts: null,
  },
  qwen30bA3b: {
    id: 'Qwen/Qwen3-30B-A3B',
    architecture: 'Qwen3MoeForCausalLM',
    parameters: 30.53e9,
    layers: 48,
    hiddenSize: 2048,
    attentionHeads: 32,
    kvHeads: 4,
    headSize: 128,
    maxPositions: 40_960,
    experts: { count: 128, active: 8, parameters: 28.99e9 },
  },
} as const satisfies Record<string, Model>

/** Parameters one token passes through. */
export function activeParameters({ parameters, experts }: Model): number {
  if (experts === null) return parameters
  return parameters - experts.parameters * (1 - experts.active / experts.count)
}

/** Bytes of one token's keys and values in all layers. */
export function kvBytesPerToken({
  model: { layers, kvHeads, headSize },
  kvCacheBytes = bytesPerNumber,
}: Pick<Deployment, 'model' | 'kvCacheBytes'>): number {
  return 2 * layers * kvHeads * headSize * kvCacheBytes
}

// One simulated server: the hardware, the model, and the limits of its scheduler.
export type Deployment = Readonly<{
  id: string
  description: Message
  gpu: Gpu
  /** Number of GPUs, all tensor-parallel. */
  gpuCount: number
  model: Model
  /** Share of each GPU's memory for the server. */
  gpuMemoryUtilization: number
  /** Bytes per number in the KV cache; default: the model's. With fewer bytes, outputs differ from some token on. */
  kvCacheBytes?: number
  maxModelLen: number
  kvCacheTokens: number
  maxNumSeqs: number
  maxNumBatchedTokens: number
}>
