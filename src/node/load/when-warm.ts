// Determines when a load warms up the server, and when it is measured.
import type { LoadPhase, LoadPlan } from '#contract/load-protocol.ts'

export function warmUpS({ warmUp }: LoadPlan): number {
  return warmUp?.lengthS ?? 0
}

/** The measured part begins after `untilStartS`. Nothing is reported after the returned function was called. */
export function whenWarm(
  plan: LoadPlan,
  tell: (phase: LoadPhase) => void,
  untilStartS = warmUpS(plan),
): () => void {
  const isReported = plan.warmups.length > 0
  if (untilStartS <= 0) tell('running')
  else if (!isReported && warmUpS(plan) > 0) tell('warming-up')
  const timer = untilStartS <= 0 ? undefined : setTimeout(() => tell('running'), untilStartS * 1000)
  return () => clearTimeout(timer)
}
