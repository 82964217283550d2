// Decides when a load is warming the server up, and when it is measured.
import type { LoadPhase, LoadPlan } from '#contract/load-protocol.ts'

export function warmUpS({ warmUp }: LoadPlan): number {
  return warmUp?.lengthS ?? 0
}

/** From now on, until what it returns is called. */
export function whenWarm(plan: LoadPlan, tell: (phase: LoadPhase) => void): () => void {
  const lengthS = warmUpS(plan)
  const isReported = plan.warmups.length > 0
  if (lengthS === 0) tell('running')
  else if (!isReported) tell('warming-up')
  const timer = lengthS === 0 ? undefined : setTimeout(() => tell('running'), lengthS * 1000)
  return () => clearTimeout(timer)
}
