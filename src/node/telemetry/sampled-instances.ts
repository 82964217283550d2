// Sampling of the instances of a prefill/decode pair, which listen on loopback of their host.
import { message } from '#core/messages/message.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import type { Launch } from '#core/model/launch.ts'
import { gpusOfLaunch } from '#core/telemetry/gpu-sample.ts'
import { instanceAddress } from '#core/vllm/launch/launch-group.ts'
import type { Host } from '#node/remote/host.ts'
import { placeUrl } from '#node/remote/launch/reach-server.ts'
import type { SampledPlaces } from './run-telemetry.ts'
import type { SampledInstance } from './sample-server.ts'

/** Empty unless the launch is a pair. */
export function sampledInstances(
  host: Host,
  { instances = [] }: Pick<Launch, 'instances'>,
  apiKey: string | null,
): readonly SampledInstance[] {
  return instances.map(({ name, port }) => ({
    name,
    access: {
      baseUrl: placeUrl({ address: instanceAddress, port }),
      headers: requestHeaders({ apiKey, overrides: {} }),
      insecure: false,
    },
    openStream: host.isHere ? null : () => host.connect(instanceAddress, port),
  }))
}

/** Further sampled endpoints on a server's host, from the launch at its address; null if there is none. */
export function placesOf(
  host: Host,
  launch: Launch | null,
): Pick<SampledPlaces, 'gpus'> & Readonly<{ instances: readonly SampledInstance[] }> {
  if (launch === null) return { gpus: notOurs, instances: [] }
  return {
    gpus: { host, isUsed: gpusOfLaunch(launch.profile) },
    instances: sampledInstances(host, launch, null),
  }
}

const notOurs = { problem: message('servers.gpusUnknown') }
