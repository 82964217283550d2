// Converts texts with a tokenizer file: without the library if the result is certain to match, otherwise with it.
import type { Buffer } from 'node:buffer'
import { Tokenizer as NativeTokenizer } from 'tokenizers'
import { isJson } from '#core/protocol/json-value.ts'
import { BytePairCoder } from './byte-pair-coder.ts'
import { BytePairLists, type BytePairTables } from './byte-pair-lists.ts'
import { byteLevelRules, templateLength } from './certain-cuts.ts'
import { tokenizerContent } from './tokenizer-content.ts'
import { type TokenizerDocument, unreadable } from './tokenizer-document.ts'

/** Limit for converting here, on one thread; beyond it, the library's threads take less time. */
const mostHere = 2 ** 22

type FileContent = ReturnType<typeof tokenizerContent>

/** Settings without the vocabulary, and lists, of a file that is converted here. */
export type CoderTables = Readonly<{ content: FileContent; lists: BytePairTables }>

export class FileCoder {
  readonly content: FileContent
  readonly #path: string
  /** Null if the library reads the file itself, which takes less memory than a text. */
  readonly #bytes: Buffer | null
  readonly #own: BytePairCoder | null
  /** Number of special tokens added to a text; null if only the library knows it. */
  readonly #added: number | null
  #opened: NativeTokenizer | null = null

  /** `tables` of the same file by an earlier program. Throws `tokenizer-unavailable` if the file is not a tokenizer. */
  constructor(source: TokenizerDocument | CoderTables, path: string) {
    this.#path = path
    const isKnown = 'lists' in source
    this.#bytes = isKnown || source.isFile ? null : source.bytes
    const known = isKnown ? knownTables(source) : knownContent(source)
    this.#own = known?.own ?? null
    if (this.#own === null) this.#library()
    this.content = known?.content ?? (isKnown ? source.content : tokenizerContent(source.bytes))
    this.#added = this.#own === null ? null : templateLength(this.content)
  }

  /** Null if the library reads the file. */
  get tables(): CoderTables | null {
    return this.#own && { content: withoutVocabulary(this.content), lists: this.#own.tables }
  }

  /** Without added tokens. */
  get vocabSize(): number {
    return this.#own?.vocabSize ?? this.#library().getVocabSize(false)
  }

  get wholeVocabSize(): number {
    return this.#own?.wholeVocabSize ?? this.#library().getVocabSize(true)
  }

  tokenOf(id: number): string | null {
    return this.#own === null ? this.#library().idToToken(id) : this.#own.tokenOf(id)
  }

  idOf(token: string): number | null {
    return this.#own === null ? this.#library().tokenToId(token) : this.#own.idOf(token)
  }

  async specialTokensAdded(): Promise<number> {
    return this.#added ?? (await this.#library().encode('')).getLength()
  }

  async encode(
    texts: readonly string[],
    addSpecialTokens: boolean,
  ): Promise<readonly Uint32Array[]> {
    const isBare = !addSpecialTokens || this.#added === 0
    const own = isBare && isHere(texts) ? this.#own : null
    const all = texts.map((text) => own?.encode(text) ?? null)
    const others = await this.#encodeThere(
      texts.filter((_, index) => all[index] === null),
      addSpecialTokens,
    )
    let next = 0
    return all.flatMap((ids) => ids ?? others.slice(next, ++next))
  }

  async decode(sequences: readonly Uint32Array[]): Promise<readonly string[]> {
    const own = isHere(sequences) ? this.#own : null
    if (own !== null) return sequences.map((ids) => own.decode(ids))
    const texts: string[] = []
    for (const batch of batchesOf(sequences)) {
      const lists = batch.map((ids) => [...ids])
      texts.push(...(await this.#library().decodeBatch(lists, false)))
    }
    return texts
  }

  async #encodeThere(texts: readonly string[], addSpecialTokens: boolean): Promise<Uint32Array[]> {
    const ids: Uint32Array[] = []
    for (const batch of batchesOf(texts)) {
      const encodings = await this.#library().encodeBatch(batch, { addSpecialTokens })
      for (const encoding of encodings) ids.push(new Uint32Array(encoding.getIds()))
    }
    return ids
  }

  #library(): NativeTokenizer {
    return (this.#opened ??= openNative(this.#path, this.#bytes))
  }
}

type KnownContent = Readonly<{ content: FileContent; own: BytePairCoder | null }>

function knownTables({ content, lists }: CoderTables): KnownContent {
  const rules = byteLevelRules(content)
  return { content, own: rules && BytePairCoder.of(BytePairLists.of(lists), rules) }
}

/** The vocabulary is parsed on each use. */
function withoutVocabulary(content: FileContent): FileContent {
  const { model } = content
  if (!isJson(model)) return content
  const names = Object.keys(model).filter((name) => name !== 'vocab')
  return { ...content, model: Object.fromEntries(names.map((name) => [name, model[name]])) }
}

/** Null if the file cannot be read here; the library reports the reason. */
function knownContent(document: TokenizerDocument): KnownContent | null {
  const lists = new BytePairLists()
  try {
    const content = tokenizerContent(document.bytes, lists.read)
    const rules = byteLevelRules(content)
    return { content, own: rules && BytePairCoder.of(lists, rules) }
  } catch {
    return null
  }
}

function isHere(inputs: readonly (string | Uint32Array)[]): boolean {
  return inputs.reduce((sum, { length }) => sum + length, 0) <= mostHere
}

const mostTogether = 512
const longestTogether = 2 ** 17

/** Consecutive inputs with enough work for all cores. The library takes about 500 bytes per text and 100 per token. */
function* batchesOf<Input extends string | Uint32Array>(
  inputs: readonly Input[],
): Generator<Input[]> {
  let batch: Input[] = []
  let length = 0
  for (const input of inputs) {
    batch.push(input)
    length += input.length
    if (batch.length < mostTogether && length < longestTogether) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/** Removes length limits from training, because this program encodes every text as a whole. */
function openNative(path: string, bytes: Buffer | null): NativeTokenizer {
  try {
    const native =
      bytes === null ? NativeTokenizer.fromFile(path) : NativeTokenizer.fromString(bytes.toString())
    native.disableTruncation()
    native.disablePadding()
    return native
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^Error loading from file/, '') : ''
    throw unreadable(path, new Error(why, { cause: error }))
  }
}
