// What a server generated in vain in a run whose client cancelled requests. Formulas: docs/measuring.md.
import type { RunSummary } from '#core/model/run/run-summary.ts'

export type ServerWaste = Readonly<{
  /** Tokens, by the server's own counter: of the whole run, and of any other client. */
  generated: number
  /** Of these, not part of a completed response. */
  unused: number
  /** Of these, never received: generated before the server noticed, or of requests that failed. */
  unreceived: number
}>

type Summary = Pick<
  RunSummary,
  'clientCancelled' | 'discardedTokens' | 'totalOutputTokens' | 'server'
>

/** Null where the client cancelled nothing, or the server does not report the counter. */
export function serverWaste(summary: Summary): ServerWaste | null {
  const { clientCancelled, discardedTokens, totalOutputTokens: used, server } = summary
  const generated = server?.generatedTokens ?? null
  if (clientCancelled === null || generated === null || used === null) return null
  const unused = Math.max(0, generated - used)
  return { generated, unused, unreceived: Math.max(0, unused - (discardedTokens ?? 0)) }
}
