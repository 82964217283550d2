// Builds the truthful server and the limit client from their C sources, with whatever compiler there is.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNativeClient } from './native-client.ts'
import { startNativeServer } from './native-server.ts'
import type { Rig } from './rig.ts'

const sources = join(import.meta.dirname, '..', 'native')

const programs = {
  server: ['truthful-server.c', 'agenda.c', 'answer.c', 'flags.c', 'request.c', 'truth.c'],
  limitClient: ['limit-client.c', 'figures.c', 'flags.c'],
} as const

/** Null where there is no compiler, or none for this system: they are written for Linux. */
export function buildNativeRig(): Rig | null {
  const compiler = findCompiler()
  if (compiler === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const [server, limitClient] = [join(folder, 'truthful-server'), join(folder, 'limit-client')]
  const built =
    compile(compiler, programs.server, server) &&
    compile(compiler, programs.limitClient, limitClient)
  if (!built) return null
  return {
    words: `server and limit client in C, by ${compiler}`,
    startServer: (timing) => startNativeServer(server, timing),
    runLimitClient: (port, load, options) => runNativeClient(limitClient, port, load, options),
  }
}

function findCompiler(): string | null {
  const names = [process.env.CC, 'cc', 'gcc', 'clang'].filter((name) => name !== undefined)
  return names.find((name) => spawnSync(name, ['--version']).status === 0) ?? null
}

function compile(compiler: string, files: readonly string[], product: string): boolean {
  const args = ['-O2', '-Wall', '-Wextra', '-o', product, ...files, '-lm']
  const { status, stderr } = spawnSync(compiler, args, { cwd: sources, encoding: 'utf8' })
  if (status !== 0) console.error(stderr)
  return status === 0
}
