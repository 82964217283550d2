// The vLLM of this machine: the one that KNEEPOINT_VLLM names, else the one on the PATH, and its client in Rust.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isExecutable, onThePath } from '../../scripts/executables.ts'

export type InstalledVllm = Readonly<{
  program: string
  /** The interpreter it runs in. */
  python: string
  version: string
  /** vLLM's client in Rust: the one that KNEEPOINT_VLLM_RS names, else the one in the package; null where there is none. */
  rust: string | null
}>

/** Or why it cannot be tried, in one sentence. */
export function findVllm(): InstalledVllm | string {
  const program = process.env['KNEEPOINT_VLLM'] ?? onThePath('vllm')
  if (program === null) {
    return 'vLLM is not installed here: put "vllm" on the PATH, or name its program in KNEEPOINT_VLLM.'
  }
  if (!isExecutable(program)) return `KNEEPOINT_VLLM is not a program: ${program}.`
  const [, python] = /^#!\s*(\S*python[\d.]*)/.exec(readFileSync(program, 'utf8')) ?? []
  if (python === undefined) return `${program} does not say which Python it runs in.`
  const asked = ['-c', 'import vllm; print("version", vllm.__version__)']
  const { stdout, stderr } = spawnSync(python, asked, { encoding: 'utf8' })
  const [, version] = /^version (\S+)$/m.exec(stdout) ?? []
  return version === undefined
    ? `${python} cannot load vLLM: ${stderr.trim().split('\n').at(-1)}`
    : { program: path.resolve(program), python, version, rust: findRust(program) }
}

function findRust(program: string): string | null {
  const environment = path.dirname(path.dirname(program))
  const inPackage = globSync('lib/python3*/site-packages/vllm/vllm-rs', { cwd: environment })
  const rust =
    process.env['KNEEPOINT_VLLM_RS'] ?? inPackage.map((file) => path.join(environment, file))[0]
  return rust !== undefined && isExecutable(rust) ? path.resolve(rust) : null
}
