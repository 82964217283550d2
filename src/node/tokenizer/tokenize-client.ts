// Converts between text and token ids on the server under test.
import { z } from 'zod'
import { message, type Text, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'
import { type Conversion, type Dialect, dialects } from './tokenize-dialects.ts'

/** The subset of `fetch` that conversions need. */
export type Ask = (url: string, question: Question) => Promise<Answer>

type Question = Readonly<{
  method?: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
}>

type Answer = Readonly<{ ok: boolean; status: number; json: () => Promise<unknown> }>

export type TokenizeServer = Readonly<{
  /** Scheme, host and port, without a path. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  fetch: Ask
  /** The model's name on the server; omitted if null. */
  model: string | null
}>

/** Remedy if the server cannot replace a tokenizer. */
export const withoutServerTokenizer = message('workload.tokenizerFolder')

const requestTimeoutMs = 60_000

/** Facts that a server may report about its tokenizer; all optional. */
const infoSchema = z.object({
  vocab_size: z.int().min(1).nullish(),
  special_token_ids: z.array(z.int().min(0)).nullish(),
  special_tokens_added: z.int().min(0).nullish(),
  /** vLLM's format: tokens by id, as in tokenizer_config.json. */
  added_tokens_decoder: z
    .record(z.string(), z.object({ special: z.boolean().default(false) }))
    .nullish(),
})
export type TokenizerInfo = z.infer<typeof infoSchema>

/** llama.cpp's list with its model. */
const modelsSchema = z.object({
  data: z.tuple([z.object({ meta: z.object({ n_vocab: z.int().min(1) }) })]),
})

/** llama.cpp's properties of its model. */
const propertiesSchema = z.object({ bos_token: z.string(), eos_token: z.string() })

/** Error of the OpenAI API, for example for a model that the server does not have. */
const refusalSchema = z.object({ error: z.object({ message: z.string().min(1) }) })

type Spoken = Readonly<{
  dialect: Dialect
  /** llama.cpp keeps the space that SentencePiece prepends; `tokenizers` removes it. */
  keepsAddedSpace: boolean
}>

export class TokenizeClient {
  readonly server: TokenizeServer
  #spoken: Promise<Spoken> | null = null

  constructor(server: TokenizeServer) {
    this.server = server
  }

  async encode(text: string, addSpecialTokens: boolean): Promise<Uint32Array> {
    const { dialect } = await this.#known()
    return this.#encodeIn(dialect, text, addSpecialTokens)
  }

  async decode(ids: Uint32Array): Promise<string> {
    const { dialect, keepsAddedSpace } = await this.#known()
    const text = await this.#decodeIn(dialect, ids)
    return keepsAddedSpace ? text.replace(/^ /, '') : text
  }

  /** A chat in the model's template. */
  async renderChat(chat: ChatPrompt): Promise<string> {
    const { renderChat } = (await this.#known()).dialect
    const rendered = await this.#convert(renderChat, chat)
    return typeof rendered === 'string' ? rendered : this.decode(Uint32Array.from(rendered))
  }

  /** Null if the server does not report it, which is vLLM's default. */
  async info(): Promise<TokenizerInfo | null> {
    const info = infoSchema.safeParse(await this.#documentAt('/tokenizer_info')).data
    if (info !== undefined) return info
    const models = modelsSchema.safeParse(await this.#documentAt('/v1/models')).data
    if (models === undefined) return null
    const marks = propertiesSchema.safeParse(await this.#documentAt('/props')).data
    const markIds = await Promise.all(
      Object.values(marks ?? {}).map((mark) => this.encode(mark, false)),
    )
    const ids = markIds.filter(({ length }) => length === 1).flatMap((mark) => [...mark])
    return { vocab_size: models.data[0].meta.n_vocab, special_token_ids: ids }
  }

  #known(): Promise<Spoken> {
    this.#spoken ??= this.#listen()
    return this.#spoken
  }

  /** The first dialect in which the server encodes a letter. */
  async #listen(): Promise<Spoken> {
    const failures: AppError[] = []
    for (const dialect of dialects) {
      try {
        const ids = await this.#encodeIn(dialect, 'a', false)
        if (ids.length === 0) continue
        const letter = await this.#decodeIn(dialect, ids).catch(() => 'a')
        return { dialect, keepsAddedSpace: letter === ' a' }
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'server-unreachable') throw error
        failures.push(error)
      }
    }
    throw failures[0] ?? this.#unexpected('/tokenize')
  }

  async #encodeIn(
    { encode }: Dialect,
    text: string,
    addSpecialTokens: boolean,
  ): Promise<Uint32Array> {
    return Uint32Array.from(await this.#convert(encode, { text, addSpecialTokens }))
  }

  async #decodeIn({ decode }: Dialect, ids: Uint32Array): Promise<string> {
    if (decode !== null) return this.#convert(decode, [...ids])
    const { baseUrl } = this.server
    throw appError('unsupported', 'workload.noDetokenize', { baseUrl }, inTokenizer)
  }

  async #convert<Input, Output>(
    { path, body, read }: Conversion<Input, Output>,
    input: Input,
  ): Promise<Output> {
    const { baseUrl, model, headers } = this.server
    const named = model === null ? body(input) : { model, ...body(input) }
    const response = await this.#send(path, {
      method: 'POST',
      headers: asJson(headers),
      body: JSON.stringify(named),
    })
    if (!response.ok) throw unusable(`${baseUrl}${path} answered ${await refusalIn(response)}`)
    try {
      return read(await response.json(), input)
    } catch {
      throw this.#unexpected(path)
    }
  }

  /** Null if the server has no document at that path. */
  async #documentAt(path: string): Promise<unknown> {
    const response = await this.#send(path, {})
    return response.ok ? await response.json().catch(() => null) : null
  }

  async #send(path: string, question: Partial<Question>): Promise<Answer> {
    const { baseUrl, headers, fetch } = this.server
    const signal = AbortSignal.timeout(requestTimeoutMs)
    try {
      return await fetch(`${baseUrl}${path}`, { headers, ...question, signal })
    } catch (error) {
      throw appError(
        'server-unreachable',
        'workload.tokenizeUnreachable',
        { baseUrl, path, why: textOf(error) },
        { cause: error },
      )
    }
  }

  #unexpected(path: string): AppError {
    return unusable(message('workload.tokenizeForm', { baseUrl: this.server.baseUrl, path }))
  }
}

/** Replaces any Content-Type header, because duplicates would be sent as a list, which vLLM rejects. */
function asJson(headers: TokenizeServer['headers']): TokenizeServer['headers'] {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type')
  return { ...Object.fromEntries(others), 'content-type': 'application/json' }
}

const inTokenizer = { field: 'tokenizer' }

/** The status, and the reason given by the server. */
async function refusalIn(response: Answer): Promise<string> {
  const { data } = refusalSchema.safeParse(await response.json().catch(() => null))
  return data === undefined ? String(response.status) : `${response.status}: ${data.error.message}`
}

function unusable(message: Text): AppError {
  return new AppError('tokenizer-unavailable', message, {
    ...inTokenizer,
    remedy: withoutServerTokenizer,
  })
}

/** Runs `transform` over a list, at most `limit` at a time, and preserves the order of results. */
export async function mapWithLimit<T, R>(
  items: readonly T[],
  limit: number,
  transform: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  const remaining = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of remaining) results[index] = await transform(item)
  }
  await Promise.all(Array.from({ length: limit }, work))
  return results
}
