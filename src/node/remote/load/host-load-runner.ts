// A load runner whose load comes from a host: the same generator, over there.
import type { LoadRunner } from '#node/load/load-runner.ts'
import { createProcessLoadRunner } from '#node/load/process/load-process.ts'
import type { Host } from '../host.ts'
import { FarLoadPort } from './far-load-port.ts'
import { startFarProgram } from './start-far-program.ts'

/** One process there per run; it is gone when the run is, or when nobody is heard of here any more. */
export function createHostLoadRunner(host: Host): LoadRunner {
  return createProcessLoadRunner(
    () => new FarLoadPort(host.name, (signal) => startFarProgram(host, signal)),
  )
}
