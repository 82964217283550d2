// Facts of a model that tests load.
import type { ModelFacts } from './model-facts.ts'

export const llama8b: ModelFacts = {
  architecture: 'LlamaForCausalLM',
  maxPositions: 131_072,
  attentionHeads: 32,
  keyValueHeads: 8,
  layers: 32,
  headSize: 128,
  weightsBytes: 16 * 2 ** 30,
  quantization: null,
}
