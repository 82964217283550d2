// Parts that the demonstration can reuse: its sweep in progress, or a simulator.
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { demoSimulator, isDemoPlan } from '#core/sweep/demo-sweep.ts'

/** The demonstration in progress, so that it is opened instead of started twice. */
export function demoSweep(sweeps: readonly Sweep[]): Sweep | null {
  const isInProgress = ({ status }: Sweep): boolean => status === 'running' || status === 'paused'
  return sweeps.find((sweep) => isInProgress(sweep) && isDemoPlan(sweep.plan)) ?? null
}

/** A simulator like the demonstration's: a ready one, otherwise one that starts as quickly. */
export function demoServer(servers: readonly Server[]): Server | null {
  const usable = servers.filter(isDemoSimulator)
  return (
    usable.find(({ state }) => state.state === 'ready') ??
    usable.find(
      ({ spec, state }) =>
        spec.kind === 'simulator' &&
        spec.startupS <= demoSimulator.startupS &&
        state.state !== 'stopping',
    ) ??
    null
  )
}

function isDemoSimulator({ spec }: Server): boolean {
  return (
    spec.kind === 'simulator' &&
    spec.preset === demoSimulator.preset &&
    spec.speculation === undefined &&
    spec.reasoning === undefined &&
    Object.keys(spec.flags ?? {}).length === 0
  )
}
