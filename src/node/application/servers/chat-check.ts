// Sends one prompt to a ready server outside of any run and streams the response, so that the user can test the model.
import { STATUS_CODES } from 'node:http'
import type { ChatCheckEvent } from '#contract/views.ts'
import { serverUrl } from '#core/backends/server-address.ts'
import { type Message, message, type Text, textOf } from '#core/messages/message.ts'
import { chatAnswer } from '#core/protocol/families/chat.ts'
import { SseScanner } from '#core/protocol/sse-scanner.ts'
import { errorIn, errorText, type TokenUsage } from '#core/protocol/stream-event.ts'
import { withoutCredentials } from '#core/redaction/presentable.ts'
import { withoutSecrets } from '#node/crash/known-secrets.ts'
import { type HttpAnswer, HttpClient, isRouteMissing } from '#node/http/http-client.ts'
import { connectionProblem } from '#node/load/failure.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import type { OneAtATime } from '../one-at-a-time.ts'
import type { Servers } from './servers.ts'
import { accessTo } from './server-switches.ts'

const path = '/v1/chat/completions'
const mostTokens = 256
const timeoutMs = 120_000

type ChatTools = Readonly<{ servers: Servers; tasks: OneAtATime; signal: AbortSignal | undefined }>

/** Rejected during a run, whose requests would share the server with it. */
export function checkChat(
  { id, prompt }: Readonly<{ id: string; prompt: string }>,
  { servers, tasks, signal }: ChatTools,
): AsyncGenerator<ChatCheckEvent, void> {
  const server = servers.requireReady(id)
  tasks.requireIdle()
  return chat(server, prompt, signal)
}

async function* chat(
  server: ReadyServer,
  prompt: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ChatCheckEvent, void> {
  yield { type: 'request', text: requestText(server, prompt) }
  const leaving = new AbortController()
  const ending = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal
  yield* new ReadableStream<ChatCheckEvent>({
    async start(events) {
      const add = (event: ChatCheckEvent) => events.enqueue(event)
      await sendPrompt(server, { prompt, signal: ending, add })
      if (!leaving.signal.aborted) events.close()
    },
    cancel: () => leaving.abort(),
  })
}

type ChatOrder = Readonly<{
  prompt: string
  signal: AbortSignal
  add: (event: ChatCheckEvent) => void
}>

/** Never rejects: a failure is an event. */
async function sendPrompt(server: ReadyServer, { prompt, signal, add }: ChatOrder): Promise<void> {
  const client = new HttpClient(accessTo(server), { timeoutMs })
  const response = new ChatResponse(add)
  const body = new TextEncoder().encode(JSON.stringify(requestBody(server, prompt)))
  try {
    const onData = (bytes: Uint8Array) => response.read(bytes)
    const answer = await client.ask('POST', path, { body, signal, onData })
    add(response.end() ?? failureOf(answer))
  } catch (error) {
    if (!signal.aborted) add(connectionFailure(error))
  } finally {
    client.close()
  }
}

function requestBody({ model }: ReadyServer, prompt: string) {
  return {
    model,
    messages: [{ role: 'user', content: prompt }],
    max_tokens: mostTokens,
    stream: true,
    stream_options: { include_usage: true },
  }
}

/** The request as sent, without the API key. */
function requestText(server: ReadyServer, prompt: string): string {
  const names = Object.keys(accessTo(server).headers).filter((name) => name !== 'Content-Type')
  const head = [
    `POST ${withoutCredentials(serverUrl(server.baseUrl, path))}`,
    'Content-Type: application/json',
    ...names.map((name) => `${name}: ***`),
  ]
  return `${head.join('\n')}\n\n${JSON.stringify(requestBody(server, prompt), null, 2)}`
}

class ChatResponse {
  readonly #add: ChatOrder['add']
  readonly #startMs = performance.now()
  readonly #decoder = new TextDecoder()
  readonly #scanner = new SseScanner({
    onData: (bytes, start, end) => this.#take(this.#decoder.decode(bytes.subarray(start, end))),
    onErrorData: (bytes, start, end) => {
      this.#error = errorText(this.#decoder.decode(bytes.subarray(start, end)))
    },
    recognise: () => -1,
    onRecognised: () => undefined,
  })
  #firstMs: number | null = null
  #lastMs = 0
  #pieces = 0
  #usage: TokenUsage | null = null
  #error: string | null = null

  constructor(add: ChatOrder['add']) {
    this.#add = add
  }

  read(bytes: Uint8Array): void {
    this.#scanner.push(bytes, 0, bytes.length)
  }

  /** Null unless output arrived or the stream contains an error. */
  end(): ChatCheckEvent | null {
    this.#scanner.end()
    if (this.#error !== null) return failed(withoutSecrets(this.#error))
    if (this.#firstMs === null) return null
    const outputTokens = this.#usage?.completionTokens ?? this.#pieces
    const seconds = (this.#lastMs - this.#firstMs) / 1000
    return {
      type: 'end',
      ttftMs: this.#firstMs,
      totalMs: performance.now() - this.#startMs,
      outputTokens,
      tokensPerS: seconds > 0 && outputTokens > 1 ? (outputTokens - 1) / seconds : null,
    }
  }

  #take(payload: string): void {
    const event = chatAnswer.readEvent(payload)
    this.#usage = event?.usage ?? this.#usage
    this.#error ??= event?.error ?? null
    if (event === null || event.output === null) return
    this.#lastMs = performance.now() - this.#startMs
    this.#firstMs ??= this.#lastMs
    this.#pieces++
    const { text, reasoningText } = event
    this.#add({
      type: 'output',
      text: withoutSecrets(text),
      reasoning: withoutSecrets(reasoningText),
      ttftMs: this.#firstMs,
    })
  }
}

const usualRemedy = message('servers.chatFailed.remedy')

function failed(why: Text, remedy: Text = usualRemedy): ChatCheckEvent {
  return { type: 'failed', message: message('servers.chatFailed', { why }), remedy }
}

function failureOf(answer: HttpAnswer): ChatCheckEvent {
  const { status, body, location } = answer
  if (location !== null) {
    const moved = { status, location: withoutCredentials(location) }
    return proxyFailure(message('servers.chatMoved', moved), status)
  }
  if (isPage(answer)) {
    return proxyFailure(message('servers.chatPage', { status, title: titleOf(body) }), status)
  }
  const error = errorIn(body)
  if (status === 200) {
    if (error !== null) return failed(withoutSecrets(error))
    const remedy = message('servers.chatEmpty.remedy')
    return { type: 'failed', message: message('servers.chatEmpty'), remedy }
  }
  const why = errorText(body).trim().slice(0, longestReason) || (STATUS_CODES[status] ?? '')
  return {
    type: 'failed',
    message: message('servers.chatStatus', { status, why: withoutSecrets(why) }),
    remedy: remedyOf(status),
  }
}

const longestReason = 300

function isPage({ contentType, body }: HttpAnswer): boolean {
  return contentType.includes('html') || /^\s*<(?:!doctype|html)\b/i.test(body)
}

/** Title of a page or its first heading, in quotation marks; empty without either. */
function titleOf(page: string): string {
  const [, inner = ''] = /<(?:title|h1)[^>]*>([^<]*)</i.exec(page) ?? []
  const title = inner.replaceAll(/\s+/g, ' ').trim().slice(0, longestReason)
  return title === '' ? '' : ` “${title}”`
}

/** Failure for a page or a redirect, which a proxy or its login sends instead of the server. */
function proxyFailure(problem: Message, status: number): ChatCheckEvent {
  const isKey = status === 401 || status === 403
  const remedy = message(isKey ? 'servers.chatPageKey.remedy' : 'servers.chatPage.remedy')
  return { type: 'failed', message: problem, remedy }
}

function remedyOf(status: number): Message {
  if (status === 401 || status === 403) return message('servers.chatKey.remedy')
  return isRouteMissing(status) ? message('servers.chatRoute.remedy') : usualRemedy
}

function connectionFailure(error: unknown): ChatCheckEvent {
  const known = connectionProblem(error)
  return failed(known?.problem ?? textOf(error), known?.remedy ?? undefined)
}
