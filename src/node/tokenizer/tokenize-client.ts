// The tokenizing endpoints of a vLLM-like server.
import { z } from 'zod'
import { textOf } from '#core/messages/message-error.ts'
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { ChatPrompt } from '#core/workload/tokenizer.ts'

/** As much of `fetch` as questions about text take. */
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
  /** The name the server knows the model by; it may answer without. */
  model: string | null
}>

/** What to do when the server does not stand in for a tokenizer. */
export const withoutServerTokenizer = message('workload.tokenizerFolder')

const requestTimeoutMs = 60_000
const tokensSchema = z.object({ tokens: z.array(z.int().min(0)) })
const textSchema = z.object({ prompt: z.string() })

/** What a server may report about its tokenizer; all of it optional. */
const infoSchema = z.object({
  vocab_size: z.int().min(1).nullish(),
  special_token_ids: z.array(z.int().min(0)).nullish(),
  special_tokens_added: z.int().min(0).nullish(),
  /** vLLM's form: tokens by id, as in tokenizer_config.json. */
  added_tokens_decoder: z
    .record(z.string(), z.object({ special: z.boolean().default(false) }))
    .nullish(),
})
export type TokenizerInfo = z.infer<typeof infoSchema>

export async function tokenize(
  server: TokenizeServer,
  prompt: string,
  addSpecialTokens: boolean,
): Promise<Uint32Array> {
  const body = { prompt, add_special_tokens: addSpecialTokens }
  return Uint32Array.from((await post(server, '/tokenize', body, tokensSchema)).tokens)
}

/** A chat in the model's template, as token ids. */
export async function tokenizeChat(
  server: TokenizeServer,
  { messages, tools, variables }: ChatPrompt,
): Promise<Uint32Array> {
  const body = {
    messages,
    add_generation_prompt: true,
    ...(tools && { tools }),
    ...(variables && { chat_template_kwargs: variables }),
  }
  return Uint32Array.from((await post(server, '/tokenize', body, tokensSchema)).tokens)
}

export async function detokenize(server: TokenizeServer, ids: Uint32Array): Promise<string> {
  return (await post(server, '/detokenize', { tokens: [...ids] }, textSchema)).prompt
}

/** llama.cpp's list of the model that it serves. */
const modelsSchema = z.object({
  data: z.tuple([z.object({ meta: z.object({ n_vocab: z.int().min(1) }) })]),
})

/** Null from servers that do not reveal it, as vLLM by default. */
export async function tokenizerInfo(server: TokenizeServer): Promise<TokenizerInfo | null> {
  const info = infoSchema.safeParse(await documentAt(server, '/tokenizer_info')).data
  if (info !== undefined) return info
  const models = modelsSchema.safeParse(await documentAt(server, '/v1/models')).data
  return models === undefined ? null : { vocab_size: models.data[0].meta.n_vocab }
}

/** Null where the server has none there. */
async function documentAt(server: TokenizeServer, path: string): Promise<unknown> {
  const response = await send(server, path, {})
  return response.ok ? await response.json().catch(() => null) : null
}

async function post<Schema extends z.ZodType>(
  server: TokenizeServer,
  path: string,
  body: object,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const named = server.model === null ? body : { model: server.model, ...body }
  const headers = asJson(server.headers)
  const response = await send(server, path, {
    method: 'POST',
    headers,
    body: JSON.stringify(named),
  })
  if (!response.ok) throw unusable(`${server.baseUrl}${path} answered ${response.status}`)
  const answer = schema.safeParse(await response.json().catch(() => null))
  if (!answer.success)
    throw unusable(message('workload.tokenizeForm', { baseUrl: server.baseUrl, path }))
  return answer.data
}

/** In one spelling only: two of one header would be sent as a list, which vLLM refuses. */
function asJson(headers: TokenizeServer['headers']): TokenizeServer['headers'] {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type')
  return { ...Object.fromEntries(others), 'content-type': 'application/json' }
}

async function send(
  server: TokenizeServer,
  path: string,
  question: Partial<Question>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(requestTimeoutMs)
  try {
    return await server.fetch(`${server.baseUrl}${path}`, {
      headers: server.headers,
      ...question,
      signal,
    })
  } catch (error) {
    throw appError(
      'server-unreachable',
      'workload.tokenizeUnreachable',
      { baseUrl: server.baseUrl, path, why: textOf(error) },
      { cause: error },
    )
  }
}

function unusable(message: Text): AppError {
  return new AppError('tokenizer-unavailable', message, {
    field: 'tokenizer',
    remedy: withoutServerTokenizer,
  })
}

// Runs an asynchronous function over a list, with limited parallelism, keeping the order of results.
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
