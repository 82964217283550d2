// Everything that can go wrong with one request, as a code to group by and a sentence to read.
import { messageOf } from '#core/model/app-error.ts'
import type { AnswerForm } from '#core/protocol/answer-form.ts'
import type { RequestError, RequestErrorCode } from '#core/model/run/request-record.ts'
import type { ResponseHead } from '#core/protocol/response-head.ts'

/** Of a server's answer that is not what we asked for, this much is kept. */
export const keptBodyBytes = 4096

/** A message may quote the server, and must stay a sentence. */
const longestMessage = 500

/** Codes of our own, beside those of the system. */
const malformed = 'MALFORMED_HTTP'
const closedCode = 'CLOSED_EARLY'

export function failure(
  code: RequestErrorCode,
  message: string,
  { status = null, body = null }: { status?: number | null; body?: string | null } = {},
): RequestError {
  return {
    code,
    message: message.slice(0, longestMessage),
    status,
    body: body === null ? null : body.slice(0, keptBodyBytes),
  }
}

export const cancelled = failure(
  'cancelled',
  'The run was cancelled before the answer was complete.',
)

export function timedOut(limitS: number): RequestError {
  return failure('timeout', `No complete answer within ${limitS} s.`)
}

export const conversationEnded = failure(
  'conversation-ended',
  'A turn before it failed, so it was not sent.',
)

export function stalled(limitS: number): RequestError {
  return failure('stalled', `The answer had begun, and then nothing came for ${limitS} s.`, {
    status: 200,
  })
}

export function runTimedOut(limitS: number): RequestError {
  return failure(
    'timeout',
    `The run reached its limit of ${limitS} s before the answer was complete.`,
  )
}

export function tooLarge(limitBytes: number): RequestError {
  const limit = `${limitBytes / 2 ** 20} MiB`
  return failure('too-large', `The answer is longer than ${limit}; the rest of it was not read.`, {
    status: 200,
  })
}

export const unclosed = failure(
  'truncated',
  'The stream ended without its closing message, such as [DONE] or a finish reason.',
  { status: 200 },
)

export const withoutContent = failure('truncated', 'The response has status 200 and no content.', {
  status: 200,
})

/** Null where the body is sent as it is. A client that does not offer compression need not undo it. */
export function compressedBy(head: ResponseHead): RequestError | null {
  const header = (['content-encoding', 'transfer-encoding'] as const).find((name) =>
    isCoded(head.header(name)),
  )
  if (header === undefined) return null
  return failure(
    'compressed',
    `The response is compressed (${header}: ${head.header(header)}), which the client did not ask for and does not ` +
      'undo. Switch compression off at the server or the proxy before it, and send no Accept-Encoding.',
    { status: head.status },
  )
}

const plainCoding = /^(identity|chunked|)$/i

function isCoded(codings: string | null): boolean {
  return codings?.split(',').some((coding) => !plainCoding.test(coding.trim())) === true
}

/** What a response ends in that had begun, and whose connection then failed. */
export function brokenOff(error: Error): RequestError {
  const code = codeOf(error)
  if (code === malformed) return { ...failureOf(error), status: 200 }
  if (code === closedCode) {
    return failure('truncated', 'The server closed the connection in the middle of its response.', {
      status: 200,
    })
  }
  return failure('truncated', `The connection broke in the middle of the response (${code}).`, {
    status: 200,
  })
}

export const withoutToken = failure(
  'no-token',
  'The stream was complete but held no generated output, and the server counted none.',
  { status: 200 },
)

/** The answer's head already shows that it is not what was asked for; its body says more. */
export function refusedBy(
  head: ResponseHead,
  { body, wanted }: Readonly<{ body: string | null; wanted: AnswerForm['kind'] }>,
): RequestError {
  const { status, reason } = head
  if (status === 200) {
    const kind = nameOf(head.header('content-type') ?? '')
    return { ...notWanted[wanted](kind), status, body }
  }
  const said = `HTTP ${status} ${reason}`.trimEnd() + target(head) + patience(head)
  return failure('http-status', said, { status, body })
}

function target(head: ResponseHead): string {
  const location = head.header('location')
  return location === null ? '' : `; it points to ${location}`
}

/** In seconds; servers that name a date say nothing to group by. */
function patience(head: ResponseHead): string {
  const seconds = /^\d{1,5}$/.exec(head.header('retry-after') ?? '')
  return seconds === null ? '' : `; it asks to wait ${seconds[0]} s`
}

const notWanted: Readonly<Record<AnswerForm['kind'], (kind: string) => RequestError>> = {
  stream: (kind) =>
    failure('not-a-stream', `The server answered with ${kind} instead of a stream of events.`),
  document: (kind) =>
    failure('bad-answer', `The server answered with ${kind} instead of one JSON document.`),
}

function nameOf(contentType: string): string {
  const kinds: readonly (readonly [string, string])[] = [
    ['html', 'a web page'],
    ['json', 'one JSON document'],
    ['event-stream', 'a stream of events'],
  ]
  return kinds.find(([part]) => contentType.includes(part))?.[1] ?? contentType
}

type ErrorClass = Readonly<{ codes: RegExp; code: RequestErrorCode; message: string }>

const connectionErrors: readonly ErrorClass[] = [
  {
    codes: /^ECONNREFUSED$/,
    code: 'refused',
    message: 'Nothing accepts connections at this address',
  },
  {
    codes: /^E(HOST|NET)(UNREACH|DOWN)$/,
    code: 'refused',
    message: 'The server cannot be reached',
  },
  { codes: /^(ENOTFOUND|EAI_.*)$/, code: 'dns', message: "The server's name cannot be resolved" },
  {
    codes: /^CONNECT_TIMEOUT$/,
    code: 'timeout',
    message: 'Connecting took too long',
  },
  {
    codes: /^ETIMEDOUT$/,
    code: 'timeout',
    message: "Nothing comes back from the server's machine",
  },
  {
    codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG)$/,
    code: 'tls',
    message: 'The server does not speak TLS at this port: use http://',
  },
  {
    codes: /^(ERR_TLS_CERT_.*|CERT_.*|.*_CERT(_.*|IFICATE)?|.*_SIGNATURE)$/,
    code: 'tls',
    message: "The server's certificate is not accepted; --insecure skips this check",
  },
  {
    codes: /^(ERR_TLS_.*|ERR_SSL_.*|EPROTO)$/,
    code: 'tls',
    message: 'No secure connection',
  },
  {
    codes: /^(ECONNRESET|EPIPE|ECONNABORTED)$/,
    code: 'reset',
    message: 'The connection was reset',
  },
  {
    codes: /^CLOSED_EARLY$/,
    code: 'reset',
    message: 'The server closed the connection before it had answered',
  },
  {
    codes: /^E[MN]FILE$/,
    code: 'other',
    message: 'This system allows no more open files (ulimit -n)',
  },
  {
    codes: /^EADDRNOTAVAIL$/,
    code: 'other',
    message: 'This machine has no free port left to connect from',
  },
]

export function failureOf(error: Error): RequestError {
  const systemCode = codeOf(error)
  if (systemCode === malformed) return failure('malformed', error.message)
  const known = connectionErrors.find(({ codes }) => codes.test(systemCode))
  if (known === undefined) return failure('other', messageOf(error))
  return failure(known.code, `${known.message} (${systemCode}).`)
}

/** The other end closed or reset it. */
export function isLostConnection(error: Error): boolean {
  return failureOf(error).code === 'reset'
}

const unreachable = /^(ECONNREFUSED|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_.*)$/

/** The error itself where it is not the proxy's absence. */
export function unreachableProxy({ host }: URL, error: unknown): unknown {
  if (!(error instanceof Error) || !unreachable.test(codeOf(error))) return error
  return new Error(`The proxy ${host} cannot be reached (${codeOf(error)}).`, { cause: error })
}

/** Of several addresses tried, the first one's error stands for all. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  const first: unknown = error instanceof AggregateError ? error.errors[0] : null
  return first instanceof Error ? codeOf(first) : error.name
}

/** What a connection ends in when the server closes it in the middle of an answer, or before it. */
export function closedEarly(): Error {
  return Object.assign(new Error('closed by the server'), { code: closedCode })
}

export function notHttp(fault: string): Error {
  const said = `The response is not valid HTTP/1.1: ${fault}.`
  return Object.assign(new Error(said), { code: malformed })
}

export function connectTimeout(): Error {
  return Object.assign(new Error('connecting took too long'), { code: 'CONNECT_TIMEOUT' })
}
