// Starts the load generator on a host, and puts it there first where it is not, or not as it should be.
import type { Host, RunningProgram } from '../host.ts'
import { writeHostFile } from '../host-files.ts'
import { runScript } from '../run-program.ts'
import type { FarProgram } from './far-program.ts'
import { lookForNode } from './find-node.ts'

/** Versions that nobody has put there or used for long. */
const tidyScript = `
touch "$1"
find "$(dirname "$1")" -name '*.mjs' -mtime +30 -exec rm -f {} +`

export type FarLoad = Readonly<{ running: RunningProgram; nodeVersion: string }>

/** What it is to do, secrets included, it hears through its streams. It ends when they are closed. */
export async function startFarProgram(host: Host, program: FarProgram): Promise<FarLoad> {
  const { node, folder, sha256 } = await lookForNode(host, program.fileName)
  const path = `${folder}/${program.fileName}`
  if (sha256 !== program.sha256) {
    await writeHostFile(host, { path, contents: program.text, mode: '700' })
    await runScript(host, tidyScript, { args: [path] })
  }
  const running = await host.start({ argv: [node.program, path] })
  return { running, nodeVersion: node.version }
}
