// What live snapshots cost the client: the share of elapsed time spent on computing and sending them.
//   node bench/live-snapshots.ts
import { Session } from 'node:inspector/promises'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { writtenBodies } from '#core/protocol/requests/planned-bodies.ts'
import { runLoad } from '#node/load/run-load.ts'
import { buildNativeRig } from './rig/native.ts'
import { nodeRig } from './rig/node-rig.ts'

const streams = 256
const answersPerStream = 8
const tokens = 80
/** About 20,000 events a second. */
const timing = { ttftMs: 50, itlMs: 12.8, logs: false }
const snapshotsPerS = 10
const sampleEveryUs = 100
/** A sample that comes later than this was held up by something else on the machine. */
const longestSampleUs = 3 * sampleEveryUs
/** What makes a snapshot; handing over the records of ended requests is the run's own business. */
const snapshotFunctions = ['#progress', 'onProgress']

const rig = (await buildNativeRig()) ?? nodeRig
const server = await rig.startServer(timing)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: sampleEveryUs })

let snapshots = 0
const hooks = {
  onPhase: (phase: string) => {
    if (phase === 'running') void session.post('Profiler.start')
  },
  // As it is when it goes to another process.
  onProgress: (progress: object) => {
    structuredClone(progress)
    snapshots++
  },
  onRecords: () => undefined,
}
const { durationUs } = await runLoad(planOf(server.port), hooks, new AbortController().signal)
const { profile } = await session.post('Profiler.stop')
await server.stop()

const perSnapshotUs = tellingUs() / snapshots
const share = (perSnapshotUs * snapshotsPerS) / 1e6
console.log(
  `${(durationUs / 1e6).toFixed(1)} s, ${snapshots} snapshots: ${perSnapshotUs.toFixed(0)} µs each; ` +
    `${snapshotsPerS} a second take ${(100 * share).toFixed(2)} % of a core`,
)

/** Samples taken while a snapshot was computed. */
function tellingUs(): number {
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const telling = new Set(
    profile.nodes
      .filter(({ callFrame }) => snapshotFunctions.includes(callFrame.functionName))
      .map(({ id }) => id),
  )
  function isTelling(id: number | undefined): boolean {
    return id !== undefined && (telling.has(id) || isTelling(parents.get(id)))
  }
  const { samples = [], timeDeltas = [] } = profile
  return samples
    .map((id, i) => (isTelling(id) ? Math.min(timeDeltas[i] ?? 0, longestSampleUs) : 0))
    .reduce((sum, us) => sum + us, 0)
}

function planOf(port: number): LoadPlan {
  const asked = { model: 'mock', prompt: 'hello', max_tokens: tokens, stream: true }
  const body = Buffer.from(JSON.stringify(asked))
  const bodies = new Array<Uint8Array>(streams * answersPerStream).fill(body)
  return {
    ...{ runId: 'bench', method: 'POST', insecure: false, protocol: 'completions' },
    bodies: writtenBodies(bodies),
    url: `http://127.0.0.1:${port}/v1/completions`,
    headers: { 'Content-Type': 'application/json' },
    requestIds: bodies.map(() => null),
    promptTokens: bodies.map(() => 2),
    ...{ inputAudioS: [], inputs: [] },
    offsetsS: new Float64Array(bodies.length),
    ...{ maxConcurrency: streams, warmups: [], keepText: false, requestTimeoutS: 60 },
  }
}
