// vLLM's Rust client on this machine: the program `vllm-rs` out of a wheel of vLLM, named by KNEEPOINT_VLLM_RS.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export const rustClient = process.env['KNEEPOINT_VLLM_RS'] ?? null

export type RustRun = Readonly<{ code: number | null; output: string; notes: string }>

/** `vllm-rs bench serve`, in a folder of its own. */
export async function runRustClient(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<RustRun> {
  const child = spawn(program, ['bench', 'serve', ...args], {
    cwd,
    env: { ...process.env, HF_HUB_OFFLINE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, notes, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return { code, output, notes }
}
