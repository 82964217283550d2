// A load runner that sends from hosts, with the same generator. Each run has one process per host, which ends with the run, or
// when messages from here stop.
import type { LoadRunner } from '#node/load/load-runner.ts'
import { createShardedLoadRunner } from '#node/load/workers/run-sharded-load.ts'
import type { Host } from '../host.ts'
import { RemoteLoadPort } from './remote-load-port.ts'
import { startRemoteProgram } from './start-remote-program.ts'

export type ShardingOptions = Parameters<typeof createShardedLoadRunner>[1]

/** Each host sends a shard. */
export function createHostLoadRunner(
  hosts: readonly Host[],
  sharding: ShardingOptions = {},
): LoadRunner {
  const workers = hosts.map((host) => ({
    name: host.name,
    open: () => new RemoteLoadPort(host.name, (signal) => startRemoteProgram(host, signal)),
  }))
  return createShardedLoadRunner(workers, sharding)
}
