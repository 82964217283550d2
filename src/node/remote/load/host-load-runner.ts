// A load runner whose load comes from hosts: the same generator, over there. One process there per run; it ends with the
// run, or when messages from here stop.
import type { LoadRunner } from '#node/load/load-runner.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'
import type { Host } from '../host.ts'
import { RemoteLoadPort } from './remote-load-port.ts'
import { startRemoteProgram } from './start-remote-program.ts'

export type Sharding = Parameters<typeof createShardedLoadRunner>[1]

/** Each host sends a shard. */
export function createHostLoadRunner(hosts: readonly Host[], sharding: Sharding = {}): LoadRunner {
  const workers = hosts.map((host) => ({
    name: host.name,
    open: () => new RemoteLoadPort(host.name, (signal) => startRemoteProgram(host, signal)),
  }))
  return createShardedLoadRunner(workers, sharding)
}
