// Registers load from the pods of a Kubernetes job; the client of Kubernetes is loaded on demand.
import type { SenderKind, SenderSettings } from '#node/remote/load/sender-kind.ts'
import { type LoadPodSettings, podsPrefix } from '#features/kubernetes-load/core/load-pods.ts'

type Settings = SenderSettings & LoadPodSettings

export const podLoad: SenderKind = {
  prefix: podsPrefix,
  open: async (settings: Settings) => (await import('./pod-load.ts')).createPodLoad(settings),
  plan: async (settings: Settings) => (await import('./generator-maps.ts')).podManifests(settings),
  places: async () => (await import('./cluster-client.ts')).clusterContexts(),
}
