// Tokens that a server generated in vain because the client cancelled requests. Formulas: docs/measuring/requests.md.
import type { RunSummary } from '#core/model/run/run-summary.ts'

export type ServerWaste = Readonly<{
  /** Tokens by the server's own counter, over the whole run and all clients. */
  generated: number
  /** Tokens outside completed responses. */
  unused: number
  /** Tokens never received: generated before the server noticed the cancellation, or for failed requests. */
  unreceived: number
}>

type Summary = Pick<
  RunSummary,
  'clientCancelled' | 'discardedTokens' | 'totalOutputTokens' | 'server'
>

/** Null if the client cancelled nothing, or the server does not report the counter. */
export function serverWaste(summary: Summary): ServerWaste | null {
  const { clientCancelled, discardedTokens, totalOutputTokens: used, server } = summary
  const generated = server?.generatedTokens ?? null
  if (clientCancelled === null || generated === null || used === null) return null
  const unused = Math.max(0, generated - used)
  return { generated, unused, unreceived: Math.max(0, unused - (discardedTokens ?? 0)) }
}
