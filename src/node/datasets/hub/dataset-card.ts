// What the card of a dataset (its README.md) says about which files make up which subset and split.
import { textOf } from '#core/messages/message-error.ts'
import { parse } from 'yaml'
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import type { CardConfig } from '#core/huggingface/data-files.ts'
import { invalidDataset } from '../dataset-file.ts'

const patternsSchema = z.union([z.string().transform((path) => [path]), z.array(z.string())])
const filesSchema = z.union([
  patternsSchema.transform((patterns) => [{ split: 'train', patterns }]),
  z.array(
    z
      .object({ split: z.string(), path: patternsSchema })
      .transform(({ split, path }) => ({ split, patterns: path })),
  ),
])
const configSchema = z.object({
  config_name: z.string().default('default'),
  default: z.boolean().default(false),
  data_dir: z.string().default(''),
  data_files: filesSchema.optional(),
})
const cardSchema = z.object({ configs: z.array(configSchema).default([]) })

/** Empty where the card leaves it to the names of the files. */
export function configsInCard(text: string, where: string): readonly CardConfig[] {
  const [, header] = /^---\r?\n([^]*?)\r?\n---/.exec(text) ?? []
  if (header === undefined) return []
  try {
    return (cardSchema.nullable().parse(parse(header))?.configs ?? []).flatMap(configOf)
  } catch (error) {
    throw invalidDataset(
      message('workload.cardUnreadable', { path: where, why: textOf(error) }),
      message('workload.cardUnreadable.remedy'),
    )
  }
}

function configOf(config: z.infer<typeof configSchema>): CardConfig[] {
  const { config_name: name, default: isDefault, data_dir: folder, data_files: files } = config
  if (files === undefined) return []
  const below = (pattern: string): string => (folder === '' ? pattern : `${folder}/${pattern}`)
  return [
    {
      name,
      isDefault,
      files: files.map(({ split, patterns }) => ({ split, patterns: patterns.map(below) })),
    },
  ]
}
