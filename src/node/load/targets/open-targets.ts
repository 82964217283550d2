// Pools of connections to the servers of a plan, by the transport that the plan names.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { Share } from '../schedule/share.ts'
import { createLoadPool, nativePool } from '../transports/load-pool.ts'
import { Targets } from './targets.ts'

/** Of our own reader. */
export function nativeTargets(plan: LoadPlan, { inFlight }: Share): Targets {
  const others = othersOf(plan).map((other) => nativePool(other))
  return new Targets([nativePool(plan), ...others], plan.targets?.strategy, inFlight)
}

export async function createTargets(plan: LoadPlan, { inFlight }: Share): Promise<Targets> {
  const others = await Promise.all(othersOf(plan).map((other) => createLoadPool(other)))
  return new Targets([await createLoadPool(plan), ...others], plan.targets?.strategy, inFlight)
}

function othersOf(plan: LoadPlan): readonly LoadPlan[] {
  const [, ...others] = plan.targets?.servers ?? []
  return others.map((other) => ({ ...plan, ...other }))
}
