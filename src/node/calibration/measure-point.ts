// One load of a calibration: compares the client's records with the truthful server's.
import { Buffer } from 'node:buffer'
import type { LoadOutcome, LoadPlan } from '#contract/load-protocol.ts'
import type { LoadTransport } from '#core/traits/load-traits.ts'
import type { CalibrationPoint, Truth } from '#core/model/run/calibration.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { addedDelays } from '#core/stats/calibration/added-delays.ts'
import {
  calibrationLoad,
  type CalibrationLoad,
  type CalibrationPlace,
  overloaded,
} from '#core/stats/calibration/calibration-load.ts'
import { arrivalOffsetsS } from '#core/workload/arrivals.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import type { StartTruthfulServer } from './truthful-server.ts'

export type PointTools = Readonly<{ startServer: StartTruthfulServer; runLoad: LoadRunner }>

/** Null if cancelled, because half a point is meaningless. */
export async function measurePoint(
  place: CalibrationPlace,
  tools: PointTools,
  signal: AbortSignal,
): Promise<CalibrationPoint | null> {
  const run = await runPoint(place, tools, { signal })
  if (run === null) return null
  const { load, records, truths, outcome } = run
  const failed = records.filter(({ error }) => error !== null).length
  const addedUs = addedDelays(records, truths)
  return {
    ...place,
    requests: load.requests,
    failed,
    addedUs,
    cpuShare: outcome.client.cpuShare,
    overloaded: overloaded({ failed, addedUs }, truths, load),
  }
}

type PointRun = Readonly<{
  load: CalibrationLoad
  records: readonly RequestRecord[]
  truths: readonly Truth[]
  outcome: LoadOutcome
}>

type RunOptions = Readonly<{ signal: AbortSignal; transport?: LoadTransport }>

/** The client's and the server's records of one load; null if cancelled. */
export async function runPoint(
  place: CalibrationPlace,
  { startServer, runLoad }: PointTools,
  { signal, transport = 'native' }: RunOptions,
): Promise<PointRun | null> {
  const load = calibrationLoad(place)
  const server = await startServer(load.timing)
  const records: RequestRecord[] = []
  const hooks = {
    onPhase: () => undefined,
    onProgress: () => undefined,
    onRecords: (batch: readonly RequestRecord[]) => void records.push(...batch),
  }
  const outcome = await runLoad({ ...planOf(load, server.port), transport }, hooks, signal).catch(
    async (error: unknown) => {
      await server.stop()
      throw error
    },
  )
  const truths = await server.stop()
  return outcome.cancelled ? null : { load, records, truths, outcome }
}

function planOf({ requests, tokens, requestsPerS }: CalibrationLoad, port: number): LoadPlan {
  const body = Buffer.from(
    JSON.stringify({
      model: 'mock',
      prompt: 'hello there',
      max_tokens: tokens,
      ignore_eos: true,
      stream: true,
      stream_options: { include_usage: true },
    }),
  )
  const bodies = new Array<Uint8Array>(requests).fill(body)
  const pattern = { requestRate: requestsPerS, burstiness: 1, rampUp: null }
  return {
    runId: 'calibration',
    method: 'POST',
    insecure: false,
    protocol: 'completions',
    bodies: writtenBodies(bodies),
    url: `http://127.0.0.1:${port}/v1/completions`,
    headers: { 'Content-Type': 'application/json' },
    requestIds: bodies.map((_, i) => `calibration-${i}`),
    promptTokens: bodies.map(() => 2),
    inputAudioS: [],
    inputs: [],
    offsetsS: arrivalOffsetsS(requests, pattern, new NumpyRandomState(0)),
    maxConcurrency: null,
    warmups: [],
    keepText: false,
    requestTimeoutS: 60,
  }
}
