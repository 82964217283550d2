// A load runner whose load comes from a host: the same generator, over there.
import type { LoadRunner } from '#node/load/load-runner.ts'
import { createProcessLoadRunner } from '#node/load/process/load-process.ts'
import type { Host } from '../host.ts'
import { RemoteLoadPort } from './remote-load-port.ts'
import { startRemoteProgram } from './start-remote-program.ts'

/** One process there per run; it ends with the run, or when messages from here stop. */
export function createHostLoadRunner(host: Host): LoadRunner {
  return createProcessLoadRunner(
    () => new RemoteLoadPort(host.name, (signal) => startRemoteProgram(host, signal)),
  )
}
