// Combined outcome of a load that several threads or machines sent together.
import type { LoadOutcome } from '#contract/load-protocol.ts'

type Part = Pick<LoadOutcome, 'probes' | 'durationUs' | 'cancelled' | 'timedOut'>

/** Probes are sent by only one of them. */
export function jointOutcome(parts: readonly Part[]): Part {
  const probes = parts.find((part) => part.probes !== undefined)?.probes
  return {
    ...(probes !== undefined && { probes }),
    durationUs: Math.max(...parts.map(({ durationUs }) => durationUs)),
    cancelled: parts.some(({ cancelled }) => cancelled),
    timedOut: parts.some(({ timedOut }) => timedOut),
  }
}
