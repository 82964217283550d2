// Architecture numbers of the models the simulator can pretend to serve, from their published configurations.

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
  /** The longest sequence it was trained for. */
  maxPositions: number
  /** null for a dense model; `parameters` above includes them. */
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

/** Key and value of one token in every layer. */
export function kvBytesPerToken({ layers, kvHeads, headSize }: Model): number {
  return 2 * layers * kvHeads * headSize * bytesPerNumber
}
