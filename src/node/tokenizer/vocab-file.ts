// The vocab.json of a byte pair encoding with its merges.txt, as transformers converts them to a tokenizer.json. The files beside
// it name the class, which defines how texts are split, and the tokens that are added to the vocabulary.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { byteSplitting, textTemplate } from './byte-pair-model.ts'
import { readConfigFile, readTokenizerClass } from './tokenizer-config.ts'

/** Files that the vocabulary needs, or that name further tokens. */
export const besidesVocab = ['merges.txt', 'added_tokens.json'] as const

const objectSchema = z.record(z.string(), z.unknown())
type Config = z.infer<typeof objectSchema>
const countsSchema = z.record(z.string(), z.int())
type Vocab = z.infer<typeof countsSchema>

const flag = z.boolean().default(false)
/** A token without flags is special. */
const tokenSchema = z
  .union([
    z.string().transform((content) => ({ content, special: true })),
    z.object({ content: z.string(), special: flag, normalized: z.boolean().optional() }).loose(),
  ])
  .transform((token) => ({ normalized: !token.special, ...unflagged, ...token }))
type Token = z.infer<typeof tokenSchema>

const unflagged = { single_word: false, lstrip: false, rstrip: false }

/** Text of the tokenizer.json. Throws `tokenizer-unavailable` for a class that is not supported. */
export async function readVocab(text: string, path: string): Promise<string> {
  const folder = dirname(path)
  const { name, known } = await readTokenizerClass(folder)
  if (known?.pattern === undefined) throw unknownClass(path, name ?? 'tokenizer_class')
  const vocab = countsSchema.parse(JSON.parse(text))
  const config = await readObject(join(folder, 'tokenizer_config.json'))
  const { byRole, added } = await addedTokens(folder, { ...known.tokens, ...config }, vocab)
  const around = (role: string, isUsual: boolean) => {
    const token = byRole.get(role)?.content
    const id = added.find(({ content }) => content === token)?.id
    return isUsual && token !== undefined && id !== undefined ? [{ id, token }] : []
  }
  const [first, last] = known.around ?? ['bos_token', 'eos_token']
  const isAround = known.around !== undefined
  return JSON.stringify({
    version: '1.0',
    added_tokens: added,
    normalizer: known.composes ? { type: 'NFC' } : null,
    ...byteSplitting(known.pattern, config['add_prefix_space'] === true),
    post_processor: textTemplate(
      around(first, isAround || config['add_bos_token'] === true),
      around(last, isAround || config['add_eos_token'] === true),
    ),
    model: { type: 'BPE', vocab, merges: await readMerges(join(folder, 'merges.txt')) },
  })
}

/** The library can still convert it, because it knows more classes. */
function unknownClass(path: string, name: string): AppError {
  const remedy = message('workload.otherTokenizer.remedy', { name: dirname(path) })
  const what = message('workload.unknownSplitter', { path, name })
  return new AppError('tokenizer-unavailable', what, { field: 'tokenizer', remedy })
}

async function readObject(path: string): Promise<Config> {
  return (await readConfigFile(path, objectSchema)) ?? {}
}

async function readMerges(path: string): Promise<string[][]> {
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/)
  const merges = lines.filter((line) => line !== '' && !line.startsWith('#version'))
  return merges.map((line) => line.split(' '))
}

const roles = ['bos', 'eos', 'unk', 'sep', 'pad', 'cls', 'mask'].map((role) => `${role}_token`)

/** Tokens that the files number, then special tokens. The older files count only if the config numbers none. */
async function addedTokens(folder: string, config: Config, vocab: Vocab) {
  const numbered = config['added_tokens_decoder'] ?? null
  const older = numbered === null ? await readObject(join(folder, 'special_tokens_map.json')) : {}
  const all = { ...config, ...older }
  const named = new Set([...roles, ...Object.keys(all).filter((key) => key.endsWith('_token'))])
  const byRole = new Map(
    [...named].flatMap((role) => {
      const token = tokenSchema.safeParse(all[role]).data
      return token === undefined ? [] : [[role, { ...token, special: true }] as const]
    }),
  )
  const others = all['extra_special_tokens'] ?? all['additional_special_tokens']
  const special = [...byRole.values(), ...z.array(tokenSchema).catch([]).parse(others)]
  const names = new Set(special.map(({ content }) => content))
  const listed =
    numbered === null
      ? await olderTokens(folder, names)
      : Object.values(z.record(z.string(), tokenSchema).parse(numbered))
  const isNamed = (token: Token) => ({
    ...token,
    special: token.special || names.has(token.content),
  })
  return { byRole, added: withIds([...listed.map(isNamed), ...special], vocab) }
}

/** Tokens of added_tokens.json, which has ids without flags. */
async function olderTokens(folder: string, names: ReadonlySet<string>): Promise<Token[]> {
  const counts = await readConfigFile(join(folder, 'added_tokens.json'), countsSchema)
  const ordered = Object.entries(counts ?? {}).toSorted((a, b) => a[1] - b[1])
  return ordered.map(([content]) => tokenSchema.parse({ content, special: names.has(content) }))
}

/** As the library numbers them: a token of the vocabulary keeps its id, and any other gets the next id. */
function withIds(tokens: readonly Token[], vocab: Vocab): (Token & { id: number })[] {
  const added = new Map<string, Token & { id: number }>()
  let next = Object.keys(vocab).length
  for (const token of tokens) {
    if (added.has(token.content)) continue
    const id = vocab[token.content] ?? next
    next = Math.max(next, id + 1)
    added.set(token.content, { ...token, id })
  }
  return [...added.values()].sort((a, b) => a.id - b.id)
}
