// The files beside a tokenizer.json: which tokens are special, how text is tidied, what a chat looks like.
import { textOf } from '#core/messages/message-error.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

export type TokenizerConfig = Readonly<{
  /** Text of each special token by its role, such as `bos_token`. */
  specialTokens: Readonly<Record<string, string>>
  /** Special tokens without a role. */
  additionalSpecialTokens: readonly string[]
  cleanUpSpaces: boolean
  /** Newer libraries tidy no byte pair encoding, since that loses spaces of the text, unless asked twice. */
  cleanUpSpacesOfBytePairs: boolean
  /** Jinja source; null when the model is not for chat. */
  chatTemplate: string | null
}>

const tokenSchema = z.union([
  z.string(),
  z.object({ content: z.string() }).transform(({ content }) => content),
])
const roleSchema = tokenSchema.nullish()

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
  additional_special_tokens: z.array(tokenSchema).nullish(),
  extra_special_tokens: z
    .union([
      z.array(tokenSchema),
      z.record(z.string(), tokenSchema).transform(Object.values<string>),
    ])
    .nullish(),
  clean_up_tokenization_spaces: z.boolean().nullish(),
  clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output: z.boolean().nullish(),
  chat_template: z
    .union([z.string(), z.array(z.object({ name: z.string(), template: z.string() }))])
    .nullish(),
})
type ConfigFile = z.infer<typeof fileSchema>

/** Null when the folder says nothing about its tokenizer. */
export async function readTokenizerConfig(folder: string): Promise<TokenizerConfig | null> {
  const config = await readConfigFile(join(folder, 'tokenizer_config.json'))
  const map = await readConfigFile(join(folder, 'special_tokens_map.json'))
  const template = await readOptional(join(folder, 'chat_template.jinja'))
  if (config === null && map === null && template === null) return null
  return {
    specialTokens: { ...specialTokensOf(map), ...specialTokensOf(config) },
    additionalSpecialTokens: [
      ...specialTokensWithoutRole(map),
      ...specialTokensWithoutRole(config),
    ],
    cleanUpSpaces: config?.clean_up_tokenization_spaces ?? false,
    cleanUpSpacesOfBytePairs:
      config?.clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output ?? false,
    chatTemplate: template ?? chatTemplateOf(config),
  }
}

function specialTokensOf(file: ConfigFile | null): Record<string, string> {
  if (file === null) return {}
  const roles = Object.entries(specialTokensSchema.strip().parse(file))
  return Object.fromEntries(
    roles.filter((role): role is [string, string] => typeof role[1] === 'string'),
  )
}

/** Newer files call them extra, older ones additional. */
function specialTokensWithoutRole(file: ConfigFile | null): string[] {
  return [...(file?.additional_special_tokens ?? []), ...(file?.extra_special_tokens ?? [])]
}

function chatTemplateOf(config: ConfigFile | null): string | null {
  const source = config?.chat_template ?? null
  if (source === null || typeof source === 'string') return source
  return source.find(({ name }) => name === 'default')?.template ?? null
}

async function readConfigFile(path: string): Promise<ConfigFile | null> {
  const text = await readOptional(path)
  if (text === null) return null
  try {
    return fileSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new AppError(
      'tokenizer-unavailable',
      message('workload.invalidTokenizer', { path, why: textOf(error) }),
      {
        field: 'tokenizer',
        remedy: message('workload.invalidTokenizer.remedy'),
        cause: error,
      },
    )
  }
}

/** The text of a file, or null where there is none. */
async function readOptional(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return null
  }
}
