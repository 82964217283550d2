// The list of models that a server reports. Gateways wrap and name its entries in many ways, so only a name is required.
import { z } from 'zod'
import { isJson, type Json } from '#core/protocol/json-value.ts'

const servedModelSchema = z.object({
  id: z.string().min(1),
  root: z.string().nullish().catch(null),
  parent: z.string().nullish().catch(null),
  max_model_len: z.coerce.number().int().positive().nullish().catch(null),
  /** llama.cpp's context length per slot. */
  meta: z.object({ n_ctx: z.int().nullish() }).nullish().catch(null),
  owned_by: z.string().nullish().catch(null),
  /** Only simulated servers report it. */
  gpu_count: z.int().positive().nullish().catch(null),
})

export type ServedModel = z.infer<typeof servedModelSchema>

const nameKeys = ['id', 'model', 'model_name', 'model_id', 'modelName', 'modelId', 'name']
const listKeys = ['data', 'models', 'model_list', 'items', 'result', 'results']
/** A list may be in an object that is in another. */
const deepestList = 2

/** Null if the value is no list of models. An empty list under a known key is one: a server may load models on demand. */
export function readModelList(value: unknown): readonly ServedModel[] | null {
  const single = isJson(value) && value.object === 'model' ? [value] : null
  const entries = single ?? entriesIn(value, 0)
  const models = entries?.flatMap((entry) => servedModelSchema.safeParse(named(entry)).data ?? [])
  const hasNames = models !== undefined && models.length > 0
  return hasNames || (entries?.length === 0 && isJson(value)) ? (models ?? null) : null
}

function entriesIn(value: unknown, depth: number): readonly unknown[] | null {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (!isJson(value)) return null
  const lists = listKeys.filter((key) => key in value).map((key) => value[key] ?? [])
  const found = depth < deepestList ? lists.map((list) => entriesIn(list, depth + 1)) : []
  const list =
    found.find((one) => one !== null && one.length > 0) ?? found.find((one) => one !== null)
  return list ?? (depth > 0 ? modelsByName(value) : null)
}

function modelsByName(models: Json): readonly Json[] | null {
  const entries = Object.entries(models)
  if (!entries.every(([, model]) => isJson(model))) return null
  return entries.map(([id, model]) => ({ id, ...(isJson(model) && model) }))
}

function named(entry: unknown): unknown {
  if (typeof entry === 'string') return { id: entry }
  if (!isJson(entry)) return entry
  const names = nameKeys.map((key) => entry[key])
  return { ...entry, id: names.find((name) => typeof name === 'string' && name !== '') }
}
