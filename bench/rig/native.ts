// The rig in C, built with whatever compiler there is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileNative, findCompiler, startNativeServer } from '#node/calibration/native-server.ts'
import { runNativeClient } from './native-client.ts'
import { onCoreOf } from './processors.ts'
import type { Rig } from './rig.ts'

const sources = join(import.meta.dirname, '..', 'native')

/** Null where there is no compiler, or none for this system: they are written for Linux. */
export async function buildNativeRig(): Promise<Rig | null> {
  const compiler = await findCompiler()
  if (compiler === null) return null
  const into = mkdtempSync(join(tmpdir(), 'kneepoint-bench-'))
  process.on('exit', () => rmSync(into, { recursive: true, force: true }))
  const places = { compiler, sources, into }
  const [server, limitClient, meter] = await Promise.all([
    compileNative('truthful-server', places),
    compileNative('limit-client', places),
    compileNative('meter', places),
  ])
  if (server === null || limitClient === null) return null
  return {
    words: `server and limit client in C, by ${compiler}`,
    startServer: (timing) =>
      startNativeServer(server, timing, (command) => onCoreOf('server', command)),
    runLimitClient: (port, load, options) => runNativeClient(limitClient, port, load, options),
    meter,
  }
}
