// Command lines of prompts with a cached prefix, and what vLLM's Rust client sent for them.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { AskedPrompt } from './recording-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type CachedPrefixCase = Readonly<{
  name: string
  /** Of the repository. */
  tokenizer: string
  flags: string
}>

const byteLevel = 'src/node/tokenizer/fixtures/tiny'
const bytePairs = 'tests/compat/fixtures/tokenizers/byte-pairs'
const unigrams = 'tests/compat/fixtures/tokenizers/unigrams'
const wordPieces = 'tests/vllm/fixtures/tokenizers/word-pieces'

export const cachedPrefixCases: readonly CachedPrefixCase[] = [
  {
    name: 'half of 20 tokens for six of ten',
    tokenizer: byteLevel,
    flags:
      '--random-cache-hit-fraction 0.6 --random-cache-ratio 0.5 --random-input-len 20 --seed 1',
  },
  {
    name: 'lengths that vary',
    tokenizer: byteLevel,
    flags:
      '--random-cache-hit-fraction 0.8 --random-cache-ratio 0.9 --random-input-len 60 --random-range-ratio 0.4 --seed 7',
  },
  {
    name: 'a seed of 32 bits',
    tokenizer: bytePairs,
    flags:
      '--random-cache-hit-fraction 0.3 --random-cache-ratio 0.33 --random-input-len 41 --seed 4294967295',
  },
  {
    name: 'lengths of input that vary, those of output not',
    tokenizer: bytePairs,
    flags:
      '--random-cache-hit-fraction 0.5 --random-cache-ratio 0.75 --random-input-len 33 --random-range-ratio {"input":0.5,"output":0} --seed 42',
  },
  {
    name: 'unigrams, the whole of every prompt',
    tokenizer: unigrams,
    flags: '--random-cache-hit-fraction 1 --random-cache-ratio 1 --random-input-len 25 --seed 3',
  },
  {
    name: 'word pieces',
    tokenizer: wordPieces,
    flags:
      '--random-cache-hit-fraction 0.9 --random-cache-ratio 0.95 --random-input-len 48 --random-range-ratio 0.1 --seed 11',
  },
]

/** The same for either client, but for where the server is. */
export function flagsOf({ tokenizer, flags }: CachedPrefixCase): readonly string[] {
  return [
    ...['--backend', 'vllm', '--model', 'm', '--tokenizer', `${root}/${tokenizer}`],
    ...['--prompt-token-ids', '--num-prompts', '12', '--random-output-len', '9'],
    ...['--request-id-prefix', 'r-', '--disable-tqdm', ...flags.split(' ')],
  ]
}

const fixture = new URL('fixtures/cached-prefix.json', import.meta.url)
export const fixtureFile = fileURLToPath(fixture)

const fixtureSchema = z.record(
  z.string(),
  z.array(z.object({ prompt: z.array(z.int()), tokens: z.int() })),
)

export function recordedPrompts(name: string): readonly AskedPrompt[] {
  const recorded = fixtureSchema.parse(JSON.parse(readFileSync(fixture, 'utf8')))
  return recorded[name] ?? []
}
