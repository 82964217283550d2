// Outcomes of requests: how each was counted, and the errors behind it.

export const requestErrorCodes = [
  'refused',
  'reset',
  'dns',
  'tls',
  'timeout',
  'stalled',
  'http-status',
  'not-a-stream',
  'bad-event',
  'bad-answer',
  'compressed',
  'malformed',
  'server-error-event',
  'too-large',
  'truncated',
  'no-token',
  'ended-early',
  'cancelled',
  'conversation-ended',
  'conversation-cut',
  'rejected',
  'conversation-rejected',
  'client-cancelled',
  'branch-cancelled',
  'worker-lost',
  'other',
] as const

export type RequestErrorCode = (typeof requestErrorCodes)[number]

/** Reasoning and tool calls are generated too, but are not the visible content. */
export const outputKinds = ['content', 'reasoning', 'toolCall'] as const

export type OutputKind = (typeof outputKinds)[number]

/** `chunk`: any chunk of generated output, even one that carries only a role or an end. */
export const firstKinds = ['chunk', ...outputKinds] as const

export type FirstKind = (typeof firstKinds)[number]

/**
 * Category of a request. Not failures: rejected on every attempt, cancelled by the client (`--cancel-after`, or with a
 * branch of its trajectory), cut off when the run was cancelled. A turn after a rejected one counts as rejected.
 */
export type RequestOutcome = 'completed' | 'failed' | 'rejected' | 'client-cancelled' | 'cut-off'

const otherOutcomes: Readonly<Partial<Record<RequestErrorCode, RequestOutcome>>> = {
  rejected: 'rejected',
  'conversation-rejected': 'rejected',
  'client-cancelled': 'client-cancelled',
  'branch-cancelled': 'client-cancelled',
  cancelled: 'cut-off',
  'conversation-cut': 'cut-off',
}

type ErrorCode = Readonly<{ code: RequestErrorCode }>

export function outcomeOf(error: ErrorCode | null): RequestOutcome {
  return error === null ? 'completed' : (otherOutcomes[error.code] ?? 'failed')
}

/** The only definition of a failure: counts, shares, tables and SQL use it. */
export function isFailure(error: ErrorCode | null): boolean {
  return outcomeOf(error) === 'failed'
}

const unsentCodes: readonly RequestErrorCode[] = [
  'conversation-ended',
  'conversation-cut',
  'conversation-rejected',
  'worker-lost',
]

/** False for a turn after a failed one, or due after the run's end. Unknown for requests of a lost worker. */
export function wasSent({ error }: Readonly<{ error: ErrorCode | null }>): boolean {
  return error === null || !unsentCodes.includes(error.code)
}
