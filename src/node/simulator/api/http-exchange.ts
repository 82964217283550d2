// Reads JSON bodies and forms, and sends JSON or text, with the limits and errors of the simulated API.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'

// Errors in vLLM's format, so that clients receive the same as in production.
const errorTypes = {
  400: 'BadRequestError',
  404: 'NotFoundError',
  405: 'MethodNotAllowedError',
  413: 'PayloadTooLargeError',
  429: 'RateLimitError',
  503: 'ServiceUnavailableError',
} as const

export class ApiError extends Error {
  readonly status: keyof typeof errorTypes
  readonly param: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: keyof typeof errorTypes,
    message: string,
    param: string | null = null,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.param = param
    this.headers = headers
  }

  get body(): object {
    const type = errorTypes[this.status]
    return { error: { message: this.message, type, param: this.param, code: this.status } }
  }
}

export type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse }>

const maxBodyBytes = 32 * 2 ** 20

type ServedModels = Readonly<{ servedModels: readonly string[] }>

/** Accepts only a JSON content type, like vLLM. With `served`, the body's model must be one of them. */
export async function readJson<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
  served: ServedModels | null,
): Promise<T> {
  const [mediaType = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  if (mediaType.trim() !== 'application/json') {
    throw new ApiError(400, "Unsupported Media Type: Only 'application/json' is allowed")
  }
  const body = checked(parseJson((await readBody(request)).toString('utf8')), schema)
  if (served !== null) checkModel(served, modelOf(body))
  return body
}

/** The fields of a form by name; for a repeated name, the last value. */
export async function readForm<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
  served: ServedModels,
): Promise<T> {
  const body = await readBody(request)
  const form = checked(Object.fromEntries(await parseForm(request, body)), schema)
  checkModel(served, modelOf(form))
  return form
}

function modelOf(body: unknown): string | null {
  const { model } = Object(body) as Readonly<{ model?: unknown }>
  return typeof model === 'string' ? model : null
}

/** A requested model must be served here; a request without a model uses the only one. */
export function checkModel({ servedModels }: ServedModels, model: string | null): void {
  if (model === null || servedModels.includes(model)) return
  throw new ApiError(404, `The model \`${model}\` does not exist.`, 'model')
}

function checked<T>(value: unknown, schema: z.ZodType<T>): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw new ApiError(400, `${field === '' ? 'body' : field}: ${issue?.message}`, field || null)
}

/** Also reads a body that is too large to its end, because a client that is still sending would miss the response. */
async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  if (bytes > maxBodyBytes) {
    throw new ApiError(413, `The body has ${bytes} bytes; at most ${maxBodyBytes} are read.`)
  }
  return Buffer.concat(chunks)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ApiError(400, `The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

async function parseForm(
  { headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<FormData> {
  const contentType = headers['content-type'] ?? ''
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new ApiError(400, 'The body is not a form of the type multipart/form-data.')
  }
}

type Answer = Readonly<{
  status?: number
  contentType?: string
  headers?: Readonly<Record<string, string>>
}>

export function sendJson(response: ServerResponse, body: unknown, answer: Answer = {}): void {
  sendText(response, JSON.stringify(body), { contentType: 'application/json', ...answer })
}

export function sendText(
  response: ServerResponse,
  body: string | Uint8Array,
  answer: Answer = {},
): void {
  const { status = 200, contentType = 'text/plain; charset=utf-8', headers = {} } = answer
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

/** Whether a request has the key required on paths under /v1; null allows all. */
export function hasKey({ headers }: IncomingMessage, apiKey: string | null): boolean {
  return apiKey === null || headers.authorization === `Bearer ${apiKey}`
}
