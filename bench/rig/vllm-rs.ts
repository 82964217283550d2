// vLLM's client in Rust, a program of its own inside vLLM's wheel: the one that KNEEPOINT_VLLM_RS names, else the one
// beside the vLLM that KNEEPOINT_VLLM names.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type VllmRs = Readonly<{
  program: string
  /** As it prints it: `vllm-rs 0.33.0`. */
  version: string
}>

/** Null where there is none, or where it does not run on this system. */
export function findVllmRs(): VllmRs | null {
  const program = process.env['KNEEPOINT_VLLM_RS'] ?? besideVllm(process.env['KNEEPOINT_VLLM'])
  if (program === null || !existsSync(program)) return null
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? { program, version: stdout.trim() } : null
}

/** `vllm` is installed in the `bin` of a Python environment, its package below `lib`. */
function besideVllm(vllm: string | undefined): string | null {
  if (vllm === undefined) return null
  const pattern = 'lib/python3*/site-packages/vllm/vllm-rs'
  const environment = dirname(dirname(vllm))
  const [found] = globSync(pattern, { cwd: environment })
  return found === undefined ? null : join(environment, found)
}
