// A composed gate as the order of the conductor, with its servers from the list.
import { appError } from '#core/model/app-error.ts'
import type { Server } from '#core/model/server.ts'
import type { GateBaseline, GateOrder, MeasuredSide } from '#features/gate/core/gate-order.ts'
import type { ComposedGate } from '#features/gate/core/gate-record.ts'
import { withGated } from '#features/gate/core/read-gate-file.ts'
import { describeServer, type KnownPlaces } from '#node/application/sweeps/file-servers.ts'

export type ComposedOrder = GateOrder &
  Readonly<{
    /** Servers that each repeat starts. */
    started: readonly Server[]
  }>

export function composedOrder(
  { name, candidateId, baseline, config, figures, rules, restarts }: ComposedGate,
  places: KnownPlaces,
): ComposedOrder {
  const measured = [candidateId, ...(baseline.kind === 'server' ? [baseline.id] : [])]
  const started = measured
    .map((id) => serverOf(id, places))
    .filter(({ spec, state }) => spec.kind !== 'attached' && (restarts || !isRunning(state.state)))
  const metricPercentiles = withGated(config.metricPercentiles, figures)
  return {
    file: {
      ...{ name, server: null, baseline: null, figures, rules, restarts },
      config: { ...config, metricPercentiles },
    },
    candidate: sideOf(candidateId, places),
    baseline: baselineOf(baseline, places),
    allowed: [],
    started,
  }
}

function baselineOf(baseline: ComposedGate['baseline'], places: KnownPlaces): GateBaseline {
  switch (baseline.kind) {
    case 'server':
      return sideOf(baseline.id, places)
    case 'newest':
      return baseline
    case 'runs':
      return { kind: 'runs', words: baseline.ids }
  }
}

function sideOf(id: string, places: KnownPlaces): MeasuredSide {
  return { kind: 'server', server: describeServer(serverOf(id, places), places), id }
}

function serverOf(id: string, { servers }: KnownPlaces): Server {
  const server = servers.find((one) => one.id === id)
  if (server === undefined) throw appError('not-found', 'gate.noServer')
  return server
}

export function isRunning(state: Server['state']['state']): boolean {
  return state !== 'stopped' && state !== 'failed'
}
