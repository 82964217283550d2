// Puts the stand-in on a host's PATH under vLLM's name, and finds its processes on this computer.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { shellText } from '#core/command-line/launch-functions.ts'
import { standInFile } from './bundled-stand-in.ts'

const standIn = await standInFile()

/** The folder it lies in. */
export function installVllm(folder: string): string {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  const command = shellText([process.execPath, '--no-warnings', standIn])
  writeFileSync(path.join(bin, 'vllm'), `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  return bin
}

/** Processes that carry the mark of a launch; empty when nothing of it is left. */
export const markedProcesses = (launchId: string) =>
  `{ for e in /proc/[0-9]*/environ; do tr '\\0' '\\n' <"$e" | grep -qx "KNEEPOINT_LAUNCH=${launchId}" && echo "$e"; done; } 2>/dev/null; true`

/** Their files of variables, on this computer. */
export function marked(launchId: string): string[] {
  const found = execFileSync('sh', ['-c', markedProcesses(launchId)], { encoding: 'utf8' })
  return found.split('\n').filter((file) => file !== '')
}

/** Of `vllm serve` itself with this option, not of its engine or of a shell that waits for it. */
export function pidServing(launchId: string, option: string, value: number): number {
  const found = marked(launchId).find((file) => {
    const words = argumentsOf(file.replace('environ', 'cmdline'))
    return words.includes('serve') && words[words.indexOf(option) + 1] === String(value)
  })
  return Number(found?.split('/')[2])
}

/** None of a process that has ended since it was found. */
function argumentsOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\0')
  } catch {
    return []
  }
}
