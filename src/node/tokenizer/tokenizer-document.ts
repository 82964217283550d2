// The tokenizer.json of a model, from the file of that name or from another kind of file that says the same.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { bytePairDocument, type BytePairs } from './byte-pair-model.ts'
import { tekkenBytePairs } from './tekken-file.ts'
import { tiktokenBytePairs } from './tiktoken-file.ts'

export type TokenizerDocument = Readonly<{
  text: string
  /** Ids of marks the text says nothing of, since it would look for them in prompts. */
  markIds: readonly number[]
}>

type Kind = Readonly<{
  /** Of the file's name. */
  pattern: RegExp
  read: (text: string, path: string) => TokenizerDocument
}>

const kinds: readonly Kind[] = [
  { pattern: /^tokenizer\.json$/, read: asItIs },
  { pattern: /^tekken[^/]*\.json$/, read: (text) => spelledOut(tekkenBytePairs(text)) },
  { pattern: /^[^/]+\.tiktoken$/, read: (text, path) => spelledOut(tiktokenBytePairs(text, path)) },
]

/** What else says how it is used. */
export const besidesTokenizer: readonly string[] = [
  'tokenizer_config.json',
  'special_tokens_map.json',
  'chat_template.jinja',
]

/** The best one of the files of a model, which lies at their root; null where none is a tokenizer. */
export function tokenizerAmong(paths: readonly string[]): string | null {
  for (const { pattern } of kinds) {
    const found = paths.find((path) => pattern.test(path))
    if (found !== undefined) return found
  }
  return null
}

export async function readTokenizerDocument(path: string): Promise<TokenizerDocument> {
  const text = await readFile(path, 'utf8')
  const kind = kinds.find(({ pattern }) => pattern.test(basename(path)))
  return (kind?.read ?? asItIs)(text, path)
}

function asItIs(text: string): TokenizerDocument {
  return { text, markIds: [] }
}

function spelledOut(pairs: BytePairs): TokenizerDocument {
  return { text: bytePairDocument(pairs), markIds: [...pairs.marks.keys()] }
}
