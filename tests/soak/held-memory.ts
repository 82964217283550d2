// How much of this process's memory malloc holds in reserve. What it keeps for later, which after a burst of work may
// be tens of MiB, is given back first, so that the resident size does not count it either.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { findCompiler } from '#node/calibration/native-server.ts'

const source = new URL('native/held-memory.c', import.meta.url).pathname

/** Built into a folder; rejects where there is no compiler or another C library than that of Linux. */
export async function heldMemory(folder: string): Promise<() => number> {
  const compiler = await findCompiler()
  if (compiler === null) throw new Error('it takes a C compiler: set CC, or install cc')
  const product = path.join(folder, 'held-memory.node')
  const args = ['-O2', '-Wall', '-Wextra', '-shared', '-fPIC', '-o', product, source]
  await promisify(execFile)(compiler, args)
  const loaded: { exports: unknown } = { exports: {} }
  process.dlopen(loaded, product)
  return loaded.exports as () => number
}
