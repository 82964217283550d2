// Represents every failure of a request as a code to group by and a message to read.
import {
  inEnglish,
  mapTexts,
  message,
  type Message,
  MessageError,
  type Text,
  textOf,
} from '#core/messages/message.ts'
import type { ResponseFormat } from '#core/protocol/answer-reader.ts'
import { errorIn } from '#core/protocol/stream-event.ts'
import type { RequestErrorCode } from '#core/records/request-outcome.ts'
import type { RequestError } from '#core/records/request-record.ts'
import type { ResponseHead } from '#core/protocol/response-head.ts'

/** Bytes kept of the body of an unexpected response. */
export const keptBodyBytes = 4096

/** A message may quote the server, but must remain a single sentence. */
const longestMessage = 500

/** Error codes of this client, in addition to the system's. */
const malformed = 'MALFORMED_HTTP'
const closedCode = 'CLOSED_EARLY'

export function failure(
  code: RequestErrorCode,
  text: Text,
  { status = null, body = null }: { status?: number | null; body?: string | null } = {},
): RequestError {
  return {
    code,
    message: inEnglish(text).slice(0, longestMessage),
    ...(typeof text === 'object' && {
      text: mapTexts(text, (part) => part.slice(0, longestMessage)),
    }),
    status,
    body: body === null ? null : body.slice(0, keptBodyBytes),
  }
}

export const cancelled = failure('cancelled', message('runs.failed.cancelled'))

export function timedOut(limitS: number): RequestError {
  return failure('timeout', message('runs.failed.timeout', { seconds: limitS }))
}

/** Failures of a request in flight, by the limit that cancelled its branch. */
export const branchCancelled = {
  time: (seconds: number) =>
    failure('branch-cancelled', message('runs.failed.branchCancelledTime', { seconds })),
  tokens: (tokens: number) =>
    failure('branch-cancelled', message('runs.failed.branchCancelledTokens', { tokens })),
  other: failure('branch-cancelled', message('runs.failed.branchCancelledByOther')),
}

export const conversationEnded = failure('conversation-ended', message('runs.failed.turnBefore'))

/** Failure of a turn that was not yet due when the run was cut short. */
export const conversationCut = failure('conversation-cut', message('runs.failed.turnCut'))

export const conversationRejected = failure(
  'conversation-rejected',
  message('runs.failed.turnRejected'),
)

export function stalled(limitS: number): RequestError {
  return failure('stalled', message('runs.failed.stalled', { seconds: limitS }), { status: 200 })
}

export function runTimedOut(limitS: number): RequestError {
  return failure('timeout', message('runs.failed.timeLimit', { seconds: limitS }))
}

export function tooLarge(limitBytes: number): RequestError {
  const limit = `${limitBytes / 2 ** 20} MiB`
  return failure('too-large', message('runs.failed.tooLong', { size: limit }), { status: 200 })
}

export function tooMuchHeld(limitBytes: number): RequestError {
  const size = `${limitBytes / 2 ** 20} MiB`
  return failure('too-large', message('runs.failed.tooMuchHeld', { size }), { status: 200 })
}

export const unclosed = failure('truncated', message('runs.failed.unfinished'), { status: 200 })

export const withoutEvents = failure('truncated', message('runs.failed.noEvents'), { status: 200 })

export const withoutContent = failure('truncated', message('runs.failed.noContent'), {
  status: 200,
})

/** Null if the body is not compressed. A client that does not offer compression need not undo it. */
export function compressedBy(head: ResponseHead): RequestError | null {
  const header = (['content-encoding', 'transfer-encoding'] as const).find((name) =>
    isCoded(head.header(name)),
  )
  if (header === undefined) return null
  return failure(
    'compressed',
    message('runs.failed.compressed', { header, coding: head.header(header) }),
    { status: head.status },
  )
}

/** Other names, such as `utf-8`, are errors that aiohttp ignores too. */
const compression = /^(?:x-)?(?:gzip|deflate|compress|br|zstd)$/i

function isCoded(codings: string | null): boolean {
  return codings?.split(',').some((coding) => compression.test(coding.trim())) === true
}

/** Failure of a partial response whose connection failed. */
export function brokenOff(error: Error): RequestError {
  if (error instanceof FailedResponse) return error.failure
  const code = codeOf(error)
  if (code === malformed) return { ...failureOf(error), status: 200 }
  if (code === closedCode) {
    return failure('truncated', message('runs.failed.closedInResponse'), { status: 200 })
  }
  return failure('truncated', message('runs.failed.brokenInResponse', { code }), { status: 200 })
}

/** Failure of a response that was ended by a filter, a time limit, an abort or a server error. */
export function endedEarly(reason: string): RequestError {
  return failure('ended-early', message('runs.failed.endedEarly', { reason }), { status: 200 })
}

export const withoutToken = failure('no-token', message('runs.failed.noOutput'), { status: 200 })

/** Failure of a response whose head shows that it is unexpected; its body gives the details. */
export function refusedBy(
  head: ResponseHead,
  { body, wanted }: Readonly<{ body: string | null; wanted: ResponseFormat['kind'] }>,
): RequestError {
  const { status, reason } = head
  if (status === 200) {
    const error = errorIn(body ?? '')
    if (error !== null) return failure('server-error-event', error, { status, body })
    const kind = body === '' ? message('runs.emptyBody') : nameOf(head.header('content-type') ?? '')
    return { ...notWanted[wanted](kind), status, body }
  }
  if (status === 407) {
    return failure('http-status', message('runs.failed.proxyCredentials'), { status, body })
  }
  const text = patience(target(`HTTP ${status} ${reason}`.trimEnd(), head), head)
  return failure('http-status', text, { status, body })
}

function target(status: Text, head: ResponseHead): Text {
  const place = head.header('location')
  return place === null ? status : message('runs.pointsTo', { status, place })
}

/** Adds the server's Retry-After in seconds. Omits dates, because they would give each failure its own group. */
function patience(status: Text, head: ResponseHead): Text {
  const seconds = /^\d{1,5}$/.exec(head.header('retry-after') ?? '')
  return seconds === null ? status : message('runs.asksToWait', { status, seconds: seconds[0] })
}

const notWanted: Readonly<Record<ResponseFormat['kind'], (kind: Text) => RequestError>> = {
  stream: (kind) => failure('not-a-stream', message('runs.failed.noStream', { kind })),
  sound: (kind) => failure('bad-answer', message('runs.failed.noSound', { kind })),
  document: (kind) => failure('bad-answer', message('runs.failed.noDocument', { kind })),
}

function nameOf(contentType: string): Text {
  const kinds: readonly (readonly [string, Message])[] = [
    ['html', message('runs.webPage')],
    ['json', message('runs.jsonDocument')],
    ['event-stream', message('runs.eventStream')],
  ]
  return kinds.find(([part]) => contentType.includes(part))?.[1] ?? contentType
}

/** Messages that include the system's name for the error. */
type ConnectionMessage =
  `runs.failed.${'refused' | 'unreachable' | 'nameUnknown' | 'connectTimeout' | 'silentMachine' | 'notTls' | 'certificate' | 'certificateExpired' | 'certificateEarly' | 'certificateSelfSigned' | 'certificateUnknownCa' | 'certificateWrongHost' | 'clientCertificate' | 'tlsVersion' | 'otherProtocols' | 'tlsHandshake' | 'noTls' | 'reset' | 'closedBeforeResponse' | 'noFiles' | 'noPorts'}`

type ErrorClass = Readonly<{ codes: RegExp; code: RequestErrorCode; id: ConnectionMessage }>

const connectionErrors: readonly ErrorClass[] = [
  {
    codes: /^ECONNREFUSED$/,
    code: 'refused',
    id: 'runs.failed.refused',
  },
  {
    codes: /^E(HOST|NET)(UNREACH|DOWN)$/,
    code: 'refused',
    id: 'runs.failed.unreachable',
  },
  { codes: /^(ENOTFOUND|EAI_.*)$/, code: 'dns', id: 'runs.failed.nameUnknown' },
  {
    codes: /^CONNECT_TIMEOUT$/,
    code: 'timeout',
    id: 'runs.failed.connectTimeout',
  },
  {
    codes: /^ETIMEDOUT$/,
    code: 'timeout',
    id: 'runs.failed.silentMachine',
  },
  {
    codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG)$/,
    code: 'tls',
    id: 'runs.failed.notTls',
  },
  { codes: /^CERT_HAS_EXPIRED$/, code: 'tls', id: 'runs.failed.certificateExpired' },
  { codes: /^CERT_NOT_YET_VALID$/, code: 'tls', id: 'runs.failed.certificateEarly' },
  { codes: /^DEPTH_ZERO_SELF_SIGNED_CERT$/, code: 'tls', id: 'runs.failed.certificateSelfSigned' },
  {
    codes:
      /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT.*|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED|INVALID_CA)$/,
    code: 'tls',
    id: 'runs.failed.certificateUnknownCa',
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    code: 'tls',
    id: 'runs.failed.certificateWrongHost',
  },
  {
    codes: /_ALERT_(CERTIFICATE_(REQUIRED|EXPIRED|UNKNOWN|REVOKED)|BAD_CERTIFICATE|UNKNOWN_CA)$/,
    code: 'tls',
    id: 'runs.failed.clientCertificate',
  },
  {
    codes: /_(UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW|NO_PROTOCOLS_AVAILABLE)$/,
    code: 'tls',
    id: 'runs.failed.tlsVersion',
  },
  { codes: /_NO_APPLICATION_PROTOCOL$/, code: 'tls', id: 'runs.failed.otherProtocols' },
  { codes: /_HANDSHAKE_FAILURE$/, code: 'tls', id: 'runs.failed.tlsHandshake' },
  {
    codes: /^(ERR_TLS_CERT_.*|CERT_.*|.*_CERT(_.*|IFICATE)?|.*_SIGNATURE)$/,
    code: 'tls',
    id: 'runs.failed.certificate',
  },
  {
    codes: /^(ERR_TLS_.*|ERR_SSL_.*|EPROTO)$/,
    code: 'tls',
    id: 'runs.failed.noTls',
  },
  {
    codes: /^(ECONNRESET|EPIPE|ECONNABORTED|NGHTTP2_.*)$/,
    code: 'reset',
    id: 'runs.failed.reset',
  },
  {
    codes: /^CLOSED_EARLY$/,
    code: 'reset',
    id: 'runs.failed.closedBeforeResponse',
  },
  {
    codes: /^E[MN]FILE$/,
    code: 'other',
    id: 'runs.failed.noFiles',
  },
  {
    codes: /^EADDRNOTAVAIL$/,
    code: 'other',
    id: 'runs.failed.noPorts',
  },
]

export function failureOf(error: Error): RequestError {
  if (error instanceof FailedResponse) return error.failure
  const systemCode = codeOf(error)
  if (systemCode === malformed) return failure('malformed', textOf(error))
  const known = connectionErrors.find(({ codes }) => codes.test(systemCode))
  if (known === undefined) return failure('other', textOf(error))
  return failure(known.code, sentenceOf(known.id, systemCode))
}

function sentenceOf(id: ConnectionMessage, code: string): Message {
  const first = message(id, { code })
  const remedy = tlsRemedyOf(id)
  return remedy === null ? first : message('common.two', { first, second: remedy })
}

/** Cause of a failed connection and its remedy; the remedy is null if there is none. */
export function connectionProblem(
  error: unknown,
): Readonly<{ problem: Message; remedy: Message | null }> | null {
  if (!(error instanceof Error)) return null
  const code = codeOf(error)
  const known = connectionErrors.find(({ codes }) => codes.test(code))
  if (known === undefined) return null
  return { problem: message(known.id, { code }), remedy: tlsRemedyOf(known.id) }
}

function tlsRemedyOf(id: ConnectionMessage): Message | null {
  switch (id) {
    case 'runs.failed.certificateExpired':
    case 'runs.failed.certificateEarly':
      return message('runs.failed.certificateDate.remedy')
    case 'runs.failed.certificateSelfSigned':
    case 'runs.failed.certificateUnknownCa':
    case 'runs.failed.certificate':
      return message('runs.failed.certificateTrust.remedy')
    case 'runs.failed.certificateWrongHost':
      return message('runs.failed.certificateWrongHost.remedy')
    case 'runs.failed.clientCertificate':
    case 'runs.failed.tlsHandshake':
      return message('runs.failed.clientCertificate.remedy')
    case 'runs.failed.tlsVersion':
      return message('runs.failed.tlsVersion.remedy')
    case 'runs.failed.otherProtocols':
      return message('runs.failed.otherProtocols.remedy')
    case 'runs.failed.notTls':
      return message('runs.failed.notTls.remedy')
    default:
      return null
  }
}

/** Whether the other end closed or reset the connection. */
export function isLostConnection(error: Error): boolean {
  return failureOf(error).code === 'reset'
}

const unreachable = /^(ECONNREFUSED|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_.*)$/

/** Returns the error itself, unless it shows that the proxy is unreachable. */
export function unreachableProxy({ host }: URL, error: unknown): unknown {
  if (!(error instanceof Error) || !unreachable.test(codeOf(error))) return error
  return new MessageError(message('runs.failed.proxyUnreachable', { host, code: codeOf(error) }), {
    cause: error,
    remedy: message('runs.failed.proxyUnreachable.remedy'),
  })
}

/** If several addresses were tried, the error of the first one counts. */
function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  const first: unknown = error instanceof AggregateError ? error.errors[0] : null
  return first instanceof Error ? codeOf(first) : error.name
}

/** Error of a connection that the server closed before the end of a response. */
export function closedEarly(): Error {
  return Object.assign(new Error('closed by the server'), { code: closedCode })
}

export function notHttp(fault: Text): Error {
  const problem = message('runs.failed.badHttp', { fault })
  return Object.assign(new MessageError(problem), { code: malformed })
}

/** `fault` is null if the server speaks another protocol. */
export function notHttp2(fault: string | null = null): Error {
  const problem =
    fault === null ? message('runs.failed.noHttp2') : message('runs.failed.badHttp2', { fault })
  return Object.assign(new MessageError(problem), { code: malformed })
}

export function connectTimeout(): Error {
  return Object.assign(new Error('connecting took too long'), { code: 'CONNECT_TIMEOUT' })
}

/** Error that carries the failure of a response. */
export class FailedResponse extends Error {
  readonly failure: RequestError

  constructor(failure: RequestError) {
    super(failure.message)
    this.failure = failure
  }
}
