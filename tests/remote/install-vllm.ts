// Puts the stand-in on a host's PATH under vLLM's name.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { shellText } from '#core/shell/shell-text.ts'

/** The folder it lies in. */
export function installVllm(folder: string): string {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const standIn = path.join(import.meta.dirname, 'vllm-stand-in.ts')
  const command = shellText([process.execPath, '--no-warnings', standIn])
  writeFileSync(path.join(bin, 'vllm'), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  return bin
}

/** Processes that carry the mark of a launch; empty when nothing of it is left. */
export const markedProcesses = (launchId: string) =>
  `{ for e in /proc/[0-9]*/environ; do tr '\\0' '\\n' <"$e" | grep -qx "KNEEPOINT_LAUNCH=${launchId}" && echo "$e"; done; } 2>/dev/null; true`
