// The truthful server of a calibration: in C if a compiler is found, otherwise in JavaScript.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TruthfulServerKind } from '#core/model/run/calibration.ts'
import { compileNative, findCompiler, startNativeServer } from './native-server.ts'
import { startNodeServer, type TruthPort } from './node-server.ts'
import type { StartTruthfulServer } from './truthful-server.ts'

export type GroundTruth = Readonly<{
  kind: TruthfulServerKind
  start: StartTruthfulServer
  dispose(): Promise<void>
}>

type GroundTruthOptions = Readonly<{
  /** The folder of the C sources. */
  nativeSources: string
  spawnTruthfulServer: () => TruthPort
  /** Null selects the best available. Falls back to JavaScript if the C server cannot be built. */
  wanted: TruthfulServerKind | null
}>

export async function findGroundTruth(options: GroundTruthOptions): Promise<GroundTruth> {
  const native = options.wanted === 'node' ? null : await nativeTruth(options)
  return native ?? nodeTruth(options)
}

function nodeTruth({ spawnTruthfulServer }: GroundTruthOptions): GroundTruth {
  return {
    kind: 'node',
    start: (timing) => startNodeServer(spawnTruthfulServer, timing),
    dispose: () => Promise.resolve(),
  }
}

async function nativeTruth({ nativeSources }: GroundTruthOptions): Promise<GroundTruth | null> {
  const compiler = await findCompiler()
  if (compiler === null) return null
  const into = mkdtempSync(join(tmpdir(), 'kneepoint-truth-'))
  const places = { compiler, sources: nativeSources, into }
  const program = await compileNative('truthful-server', places)
  const dispose = () => rm(into, { recursive: true, force: true })
  if (program !== null) {
    return { kind: 'c', start: (timing) => startNativeServer(program, timing), dispose }
  }
  await dispose()
  return null
}
