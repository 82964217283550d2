// Facts of a model from its config.json; field names are Hugging Face's.
import { z } from 'zod'

export const modelFactsSchema = z.object({
  architecture: z.string().nullable(),
  /** Maximum sequence length. */
  maxPositions: z.int().nullable(),
  attentionHeads: z.int().nullable(),
  keyValueHeads: z.int().nullable(),
  layers: z.int().nullable(),
  headSize: z.int().nullable(),
  /** Size of all weight files; null if they are not on the host. */
  weightsBytes: z.number().nullable(),
  quantization: z.string().nullable(),
})

export type ModelFacts = z.infer<typeof modelFactsSchema>

const textConfigSchema = z.object({
  max_position_embeddings: z.int().optional(),
  num_attention_heads: z.int().optional(),
  num_key_value_heads: z.int().optional(),
  num_hidden_layers: z.int().optional(),
  hidden_size: z.int().optional(),
  head_dim: z.int().nullish(),
})

const configFileSchema = textConfigSchema.extend({
  architectures: z.array(z.string()).optional(),
  /** Multimodal models have a separate language part. */
  text_config: textConfigSchema.optional(),
  quantization_config: z.object({ quant_method: z.string().optional() }).optional(),
})

/** Null if the file is not a model configuration. */
export function modelFacts(configFile: unknown, weightsBytes: number | null): ModelFacts | null {
  const { data: file } = configFileSchema.safeParse(configFile)
  if (file === undefined) return null
  const text = { ...file, ...file.text_config }
  const heads = text.num_attention_heads ?? null
  return {
    architecture: file.architectures?.[0] ?? null,
    maxPositions: text.max_position_embeddings ?? null,
    attentionHeads: heads,
    keyValueHeads: text.num_key_value_heads ?? heads,
    layers: text.num_hidden_layers ?? null,
    headSize: text.head_dim ?? quotient(text.hidden_size, heads),
    weightsBytes,
    quantization: file.quantization_config?.quant_method ?? null,
  }
}

function quotient(size: number | undefined, heads: number | null): number | null {
  return size === undefined || heads === null || heads === 0 ? null : Math.floor(size / heads)
}
