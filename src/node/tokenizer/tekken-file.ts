// Converts Mistral's tekken.json to a tokenizer.json: special tokens first, then tokens by rank, with `<s>` before every text.
import { z } from 'zod'
import type { BytePairs } from './byte-pair-model.ts'

const schema = z.object({
  config: z.object({
    pattern: z.string(),
    default_vocab_size: z.int(),
    default_num_special_tokens: z.int().min(0).max(100_000),
    version: z.string().default(''),
  }),
  vocab: z.array(z.object({ rank: z.int(), token_bytes: z.string() })),
  special_tokens: z.array(z.object({ rank: z.int(), token_str: z.string() })).nullish(),
})

/** Special tokens of files that do not list their own. */
const usualMarks = [
  ...['<unk>', '<s>', '</s>', '[INST]', '[/INST]', '[AVAILABLE_TOOLS]', '[/AVAILABLE_TOOLS]'],
  ...['[TOOL_RESULTS]', '[/TOOL_RESULTS]', '[TOOL_CALLS]', '[IMG]', '<pad>', '[IMG_BREAK]'],
  ...['[IMG_END]', '[PREFIX]', '[MIDDLE]', '[SUFFIX]', '[SYSTEM_PROMPT]', '[/SYSTEM_PROMPT]'],
  '[TOOL_CONTENT]',
]

type TekkenFile = Readonly<{
  pairs: BytePairs
  /** Version of the chat format. */
  version: string
}>

/** Reads as many of the listed tokens as the vocabulary's size allows. */
export function readTekken(text: string): TekkenFile {
  const { config, vocab, special_tokens: listed } = schema.parse(JSON.parse(text))
  const { default_vocab_size: size, default_num_special_tokens: markCount, pattern } = config
  const named = listed?.map(({ token_str }) => token_str) ?? usualMarks
  const marks = Array.from({ length: markCount }, (_, id) => named[id] ?? `<SPECIAL_${id}>`)
  const ranked = vocab.toSorted((a, b) => a.rank - b.rank).slice(0, size - markCount)
  const pairs = {
    tokens: ranked.map(({ token_bytes: base64 }) => Buffer.from(base64, 'base64')),
    pattern,
    marks: new Map(marks.entries()),
    marksAreSpelled: false,
    firstId: markCount,
    startId: marks.includes('<s>') ? marks.indexOf('<s>') : null,
  }
  return { pairs, version: config.version }
}
