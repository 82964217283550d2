// Converts a composed gate to the conductor's input, with its servers from the list.
import { appError } from '#core/model/app-error.ts'
import type { Server } from '#core/model/server.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'
import { fileServerName } from '#core/sweep/file/file-server-name.ts'
import type { GateBaseline, GateOrder, MeasuredSide } from '#features/gate/core/gate-order.ts'
import type { ComposedGate, OpenedGate } from '#features/gate/core/gate-record.ts'
import { readGateFile, withGated } from '#features/gate/core/read-gate-file.ts'
import {
  describeServer,
  findServer,
  type KnownPlaces,
} from '#node/application/sweeps/file-servers.ts'
import { parsedText } from '#node/application/sweeps/sweep-text.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'

export type ComposedOrder = GateOrder &
  Readonly<{
    measured: readonly Server[]
    /** Servers that each repeat starts. */
    started: readonly Server[]
  }>

export function composedOrder(
  { name, candidateId, baseline, config, figures, rules, restarts }: ComposedGate,
  places: KnownPlaces,
): ComposedOrder {
  const ids = [candidateId, ...(baseline.kind === 'server' ? [baseline.id] : [])]
  const measured = ids.map((id) => serverOf(id, places))
  const started = measured.filter(
    ({ spec, state }) => spec.kind !== 'attached' && (restarts || !isRunning(state.state)),
  )
  const metricPercentiles = withGated(config.metricPercentiles, figures)
  return {
    file: {
      ...{ name, server: null, baseline: null, figures, rules, restarts },
      config: { ...config, metricPercentiles },
    },
    candidate: sideOf(candidateId, places),
    baseline: baselineOf(baseline, places),
    allowed: [],
    ...{ measured, started },
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

/** Converts a gate file to the composer's form. */
export function openedGate(text: string, places: KnownPlaces): OpenedGate {
  const { server, baseline, ...file } = readGateFile(parsedText(text), ownFlagIndex())
  const idOf = (wanted: SweepFileServer | null) =>
    wanted === null ? null : (findServer(wanted, places)?.id ?? null)
  const missing = [server, baseline].flatMap((wanted) =>
    wanted === null || idOf(wanted) !== null ? [] : [fileServerName(wanted)],
  )
  const figures = [...file.figures]
  return { ...file, figures, candidateId: idOf(server), baselineId: idOf(baseline), missing }
}
