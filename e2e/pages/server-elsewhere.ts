// A server that the Kneepoint under test did not start.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { exitOf } from '../../scripts/tool.ts'

/** `flags` are further flags of the simulator. */
export async function startServerElsewhere(flags: readonly string[] = []): Promise<{
  url: string
  stop: () => Promise<unknown>
}> {
  const command = ['out/cli/main.cjs', 'simulate', '--port', '0', '--startup-s', '0', ...flags]
  const simulator = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = exitOf(simulator)
  const stop = async () => {
    simulator.kill('SIGINT')
    await ended
  }
  for await (const line of createInterface({ input: simulator.stdout })) {
    const url = /is ready at (http:\/\/\S+)/.exec(line)?.[1]
    if (url !== undefined) {
      simulator.stdout.resume()
      return { url, stop }
    }
  }
  throw new Error('the simulator ended without printing its address')
}
