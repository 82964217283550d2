// Counts of requests and tokens of a run, and their shares.
import type { BaseTally, ScalarRecord } from './scalar-metric.ts'
import { ownCount, ownFigure, vllmFigure } from './scalar-parts.ts'

function reasoningTokens(tally: BaseTally): number | null {
  const isKnown = tally.reasoned > 0 && tally.uncountedReasoning === 0
  return isKnown ? tally.reasoningTokens : null
}

function cachedTokens(tally: BaseTally): number | null {
  return tally.cacheKnown > 0 ? tally.cachedTokens : null
}

function reusableTokens(tally: BaseTally): number | null {
  return tally.reuseKnown > 0 ? tally.reusableTokens : null
}

function discardedTokens(tally: BaseTally): number | null {
  return tally.clientCancelled > 0 ? tally.discardedTokens : null
}

function shareOf(part: number | null, whole: number): number | null {
  return part === null || whole === 0 ? null : part / whole
}

/** Mean number of tokens counted by `tokensOf` per completed request; comparable between runs of different lengths. */
function meanTokens<const Key extends string>(
  key: Key,
  tokensOf: (tally: BaseTally) => number | null,
) {
  return {
    ...ownFigure('number', key),
    compute: (tally: BaseTally) => shareOf(tokensOf(tally), tally.completed),
    unit: 'tok',
    page: { format: 'number', leftOutAt: null },
    shareColumn: true,
  } as const
}

/** Count that most runs lack; known even if no request completed. */
function occasionalCount<const Key extends string>(key: Key, label: string) {
  const count = ownCount(key, label)
  return { ...count, page: { ...count.page, isAlwaysKnown: true } } as const
}

export const countScalars = {
  durationS: {
    stored: { type: 'number' },
    compute: ({ durationS }) => durationS,
    unit: 's',
    task: 'any',
    file: { key: 'duration' },
    csv: 'duration_s',
    console: { label: 'Benchmark duration (s):', digits: 2 },
    page: { format: 'duration', isAlwaysKnown: true },
  },
  completed: {
    ...vllmFigure('int', 'completed'),
    compute: ({ completed }) => completed,
    task: 'any',
    console: { label: 'Successful requests:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true },
  },
  failed: {
    stored: { type: 'int', isNullable: true },
    compute: ({ requests, completed, rejected, clientCancelled }) =>
      requests - completed - rejected - clientCancelled,
    task: 'any',
    file: { key: 'failed' },
    imported: 'requests',
    csv: 'failed',
    console: { label: 'Failed requests:', digits: 0 },
    page: { format: 'count', isAlwaysKnown: true },
  },
  /** Requests sent twice. */
  resent: {
    stored: { type: 'int', isNullable: true, earlierRuns: null },
    compute: ({ resent }) => resent,
    task: 'any',
    file: { key: 'resent', isOwn: true, leftOutAt: 0 },
    csv: 'resent',
    console: { label: 'Requests sent again:', digits: 0, leftOutAt: 0 },
  },
  /** Requests that the server rejected on every attempt: neither completed nor failed. Null if there are none. */
  rejected: {
    ...occasionalCount('rejected', 'Rejected requests:'),
    compute: ({ rejected, rejectedAttempts }) => (rejectedAttempts === 0 ? null : rejected),
    task: 'any',
  },
  rejectedAttempts: {
    ...occasionalCount('rejected_attempts', 'Rejected attempts:'),
    compute: ({ rejectedAttempts }) => (rejectedAttempts === 0 ? null : rejectedAttempts),
    task: 'any',
  },
  /** Sum of the waits between attempts over all requests. */
  retryWaitS: {
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    compute: ({ retryWaitS, rejectedAttempts }) => (rejectedAttempts === 0 ? null : retryWaitS),
    unit: 's',
    task: 'any',
    file: { key: 'retry_wait', isOwn: true },
    csv: 'retry_wait_s',
    console: { label: 'Waited between attempts (s):', digits: 2 },
    page: { format: 'duration', isAlwaysKnown: true, leftOutAt: null },
  },
  /** Requests cancelled by `--cancel-after`: neither completed nor failed. Null if there are none. */
  clientCancelled: {
    ...occasionalCount('client_cancelled', 'Requests cancelled by the client:'),
    compute: ({ clientCancelled }) => (clientCancelled === 0 ? null : clientCancelled),
    task: 'any',
  },
  /** Tokens received by cancelled requests. */
  discardedTokens: {
    ...occasionalCount('discarded_tokens', 'Tokens received of cancelled requests:'),
    compute: discardedTokens,
  },
  /** Tokens of cancelled requests, as a share of all tokens received. */
  discardedShare: {
    ...ownFigure('number', 'discarded_share'),
    compute: (tally) => shareOf(discardedTokens(tally), tally.outputTokens + tally.discardedTokens),
    better: 'lower',
    console: { label: 'Share of tokens discarded:', digits: 2 },
    page: { format: 'share', isAlwaysKnown: true, leftOutAt: null },
    compared: { family: 'share', interval: 'none' },
    shareColumn: true,
  },
  totalInputTokens: {
    ...vllmFigure('int', 'total_input_tokens'),
    compute: ({ inputTokens }) => inputTokens,
    task: 'any',
    console: { label: 'Total input tokens:', digits: 0 },
    page: { format: 'count' },
  },
  totalOutputTokens: {
    ...vllmFigure('int', 'total_output_tokens'),
    stored: { type: 'int', isNullable: true },
    compute: ({ outputTokens, countsTokens }) => (countsTokens ? outputTokens : null),
    imported: 'requests',
    console: { label: 'Total generated tokens:', digits: 0, countsTokens: true },
    page: { format: 'count' },
  },
  /** Reasoning tokens of the output; null if no response reasoned, or if some of the reasoning was not counted. */
  totalReasoningTokens: {
    ...ownCount('total_reasoning_tokens', 'Total reasoning tokens:'),
    compute: reasoningTokens,
  },
  /** Mean per completed request, whether or not its response reasoned. */
  meanReasoningTokens: {
    ...meanTokens('mean_reasoning_tokens', reasoningTokens),
    better: 'lower',
    console: { label: 'Mean reasoning tokens:', digits: 2 },
    compared: { family: 'amount', interval: 'meanReasoningTokens', lack: 'reasoningShare' },
  },
  reasoningShare: {
    ...ownFigure('number', 'reasoning_share'),
    compute: (tally) =>
      shareOf(reasoningTokens(tally), tally.countsTokens ? tally.outputTokens : 0),
    better: 'lower',
    console: { label: 'Reasoning share of output tokens:', digits: 2 },
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'reasoningShare', lack: 'reasoningShare' },
    shareColumn: true,
  },
  /** Responses that ended while reasoning. */
  unanswered: {
    ...ownFigure('int', 'unanswered'),
    compute: ({ reasoned, unanswered }) => (reasoned === 0 ? null : unanswered),
    console: { label: 'Responses without an answer:', digits: 0, leftOutAt: 0 },
    page: { format: 'count', leftOutAt: null },
  },
  /** Prompt tokens found in the server's prefix cache; null if the server did not report them. */
  totalCachedTokens: {
    ...ownFigure('int', 'total_cached_tokens'),
    compute: cachedTokens,
    page: { format: 'count', leftOutAt: null },
  },
  /** Per completed request. */
  meanCachedTokens: {
    ...meanTokens('mean_cached_tokens', cachedTokens),
    better: 'higher',
    compared: { family: 'amount', interval: 'meanCachedTokens', lack: 'cachedShare' },
  },
  cachedShare: {
    ...ownFigure('number', 'cached_share'),
    compute: (tally) => shareOf(cachedTokens(tally), tally.inputTokens),
    better: 'higher',
    page: { format: 'share', leftOutAt: null },
    compared: { family: 'share', interval: 'cachedShare', lack: 'cachedShare' },
    shareColumn: true,
  },
  /** Prompt tokens of a trace that an unlimited prefix cache, empty at the start, would already hold. */
  totalReusableTokens: {
    ...ownCount('total_reusable_tokens', 'Ideally cached prompt tokens:'),
    compute: reusableTokens,
  },
  reusableShare: {
    ...ownFigure('number', 'reusable_share'),
    compute: (tally) => shareOf(reusableTokens(tally), tally.inputTokens),
    console: { label: 'Ideally cached share of prompts:', digits: 2 },
    page: { format: 'share', leftOutAt: null },
  },
} as const satisfies Readonly<Record<string, ScalarRecord>>
