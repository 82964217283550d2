// The files beside a tokenizer: special tokens, clean-up of text, chat template.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { textOf } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { parsePythonJson } from '#core/result-file/parse-python-json.ts'
import { type TokenizerClass, tokenizerClassOf } from './tokenizer-classes.ts'

export type TokenizerConfig = Readonly<{
  /** Text of each special token by its role, such as `bos_token`. */
  specialTokens: Readonly<Record<string, string>>
  /** Special tokens without a role. */
  additionalSpecialTokens: readonly string[]
  cleanUpSpaces: boolean
  /** Newer libraries skip the clean-up for byte pair encodings, because it loses spaces of the text, unless set explicitly. */
  cleanUpSpacesOfBytePairs: boolean
  /** Jinja sources by name; empty if the model is not for chat. */
  chatTemplates: ChatTemplates
}>

type ChatTemplates = Readonly<Record<string, string>>

const tokenSchema = z.union([
  z.string(),
  z.object({ content: z.string() }).transform(({ content }) => content),
])
/** Tokenizer loaders ignore unknown values, such as `false` for a token. */
const roleSchema = tokenSchema.nullish().catch(null)
const tokensSchema = z
  .union([z.array(tokenSchema), z.record(z.string(), tokenSchema).transform(Object.values<string>)])
  .nullish()
  .catch(null)
const flagSchema = z.boolean().nullish().catch(null)

const specialTokensSchema = z.object({
  bos_token: roleSchema,
  eos_token: roleSchema,
  unk_token: roleSchema,
  sep_token: roleSchema,
  pad_token: roleSchema,
  cls_token: roleSchema,
  mask_token: roleSchema,
})

const fileSchema = specialTokensSchema.extend({
  additional_special_tokens: tokensSchema,
  extra_special_tokens: tokensSchema,
  clean_up_tokenization_spaces: flagSchema,
  clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output: flagSchema,
  chat_template: z
    .union([
      z.string().transform((template): ChatTemplates => ({ default: template })),
      z
        .array(z.object({ name: z.string(), template: z.string() }))
        .transform((named): ChatTemplates =>
          Object.fromEntries(named.map(({ name, template }) => [name, template])),
        ),
      z.record(z.string(), z.string()),
    ])
    .nullish(),
})
type ConfigFile = z.infer<typeof fileSchema>

/** Null if the folder has no such file. */
export async function readTokenizerConfig(folder: string): Promise<TokenizerConfig | null> {
  const config = await readConfigFile(join(folder, 'tokenizer_config.json'), fileSchema)
  const map = await readConfigFile(join(folder, 'special_tokens_map.json'), fileSchema)
  // Older models with images have their template in a separate JSON file.
  const templates =
    (await templateFiles(folder)) ??
    (await readConfigFile(join(folder, 'chat_template.json'), fileSchema))?.chat_template ??
    null
  if (config === null && map === null && templates === null) return null
  return {
    specialTokens: await specialTokensIn(folder, map, config),
    additionalSpecialTokens: [
      ...specialTokensWithoutRole(map),
      ...specialTokensWithoutRole(config),
    ],
    cleanUpSpaces: config?.clean_up_tokenization_spaces ?? false,
    cleanUpSpacesOfBytePairs:
      config?.clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output ?? false,
    chatTemplates: templates ?? config?.chat_template ?? {},
  }
}

/** Null if the folder has neither file. */
async function templateFiles(folder: string): Promise<ChatTemplates | null> {
  const usual = await readOptional(join(folder, 'chat_template.jinja'))
  const toolUse = await readOptional(join(folder, 'additional_chat_templates', 'tool_use.jinja'))
  if (usual === null && toolUse === null) return null
  return {
    ...(usual !== null && { default: usual }),
    ...(toolUse !== null && { tool_use: toolUse }),
  }
}

/** Null in a file means that a role has no token, also not the usual one of the class. */
async function specialTokensIn(
  folder: string,
  ...files: readonly (ConfigFile | null)[]
): Promise<Record<string, string>> {
  const usual = (await readTokenizerClass(folder)).known?.tokens ?? {}
  const listed = files.flatMap((file) =>
    file === null ? [] : Object.entries(specialTokensSchema.strip().parse(file)),
  )
  const nulls = listed.filter(([, token]) => token === null).map(([role]) => role)
  const kept = Object.entries(usual).filter(([role]) => !nulls.includes(role))
  return Object.fromEntries(
    [...kept, ...listed].filter((role): role is [string, string] => typeof role[1] === 'string'),
  )
}

const nameSchema = z.string().nullish().catch(null)
const classSchema = z.object({ tokenizer_class: nameSchema, model_type: nameSchema })

/** Class that transformers uses for a folder; `known` is null if it is unknown here. */
export async function readTokenizerClass(
  folder: string,
): Promise<Readonly<{ name: string | null; known: TokenizerClass | null }>> {
  const own = await readConfigFile(join(folder, 'tokenizer_config.json'), classSchema)
  const model = await readConfigFile(join(folder, 'config.json'), classSchema).catch(() => null)
  const name = own?.tokenizer_class ?? model?.tokenizer_class ?? null
  const type = model?.model_type ?? null
  return { name: name ?? type, known: tokenizerClassOf(name, type) }
}

/** Newer files call them extra, older ones additional. */
function specialTokensWithoutRole(file: ConfigFile | null): string[] {
  return [...(file?.additional_special_tokens ?? []), ...(file?.extra_special_tokens ?? [])]
}

/** Null if there is no such file. */
export async function readConfigFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const text = await readOptional(path)
  if (text === null) return null
  try {
    return schema.parse(parsePythonJson(text))
  } catch (error) {
    throw appError(
      'tokenizer-unavailable',
      'workload.invalidTokenizer',
      { path, why: textOf(error) },
      { field: 'tokenizer', cause: error },
    )
  }
}

/** The text of a file with the line ends that Python reads, or null if missing. */
async function readOptional(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}
