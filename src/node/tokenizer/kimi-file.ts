// The tiktoken.model of Kimi models: a tiktoken file that reserves 256 ids after its tokens for special tokens, which are named
// in the tokenizer_config.json beside it.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type BytePairs, contractions, rankedTokens, unknownSplitting } from './byte-pair-model.ts'

const configSchema = z.object({
  auto_map: z.object({ AutoTokenizer: z.array(z.string().nullable()).min(1) }),
  added_tokens_decoder: z.record(z.string(), z.object({ content: z.string() })).default({}),
})

/** Modules with the models' own implementation; all split identically. */
const kimiModule = /^(?:.*--)?tokenization_(?:kimi|moonshot)\./

const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{Han}]]'
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{Han}]]'

/** Runs of Chinese characters are separate; otherwise splits like o200k_base. */
const pattern = [
  '[\\p{Han}]+',
  `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${contractions}?`,
  `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${contractions}?`,
  '\\p{N}{1,3}',
  ' ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*',
  '\\s*[\\r\\n]+',
  '\\s+(?!\\S)',
  '\\s+',
].join('|')

const usualMarkCount = 256

/** A config that names more does not belong to these models. */
const mostMarks = 4096

export async function readKimi(text: string, path: string): Promise<BytePairs> {
  const config = await configBeside(path)
  if (config === null) throw unknownSplitting(path)
  const tokens = rankedTokens(text)
  const named = new Map(
    Object.entries(config.added_tokens_decoder).map(([id, { content }]) => [Number(id), content]),
  )
  const ids = Array.from({ length: markCount(tokens.length, named) }, (_, at) => tokens.length + at)
  return {
    tokens,
    pattern,
    marksAreSpelled: true,
    firstId: 0,
    startId: null,
    marks: new Map(ids.map((id) => [id, named.get(id) ?? `<|reserved_token_${id}|>`])),
  }
}

/** Some models name two additional special tokens, and count them. */
function markCount(tokenCount: number, named: ReadonlyMap<number, string>): number {
  const last = Math.max(...named.keys(), 0)
  return Math.min(Math.max(usualMarkCount, last + 1 - tokenCount), mostMarks)
}

async function configBeside(path: string): Promise<z.infer<typeof configSchema> | null> {
  const text = await readFile(join(dirname(path), 'tokenizer_config.json'), 'utf8').catch(
    () => '{}',
  )
  const config = configSchema.safeParse(JSON.parse(text)).data ?? null
  return kimiModule.test(config?.auto_map.AutoTokenizer[0] ?? '') ? config : null
}
