import { expect, test } from 'vitest'
import { llama8b } from './example-model.test-support.ts'
import { modelFacts } from './model-facts.ts'

test('a plain model', () => {
  const file = {
    architectures: ['LlamaForCausalLM'],
    max_position_embeddings: 131_072,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    num_hidden_layers: 32,
    hidden_size: 4096,
  }
  expect(modelFacts(file, 16 * 2 ** 30)).toEqual(llama8b)
})

test('a model that sees keeps its language part apart', () => {
  const file = {
    text_config: { num_attention_heads: 64, head_dim: 128, num_hidden_layers: 94 },
    quantization_config: { quant_method: 'fp8' },
  }
  expect(modelFacts(file, null)).toMatchObject({
    attentionHeads: 64,
    keyValueHeads: 64,
    headSize: 128,
    layers: 94,
    maxPositions: null,
    quantization: 'fp8',
  })
})

test('something else', () => {
  expect(modelFacts('[]', null)).toBeNull()
})
