// A cluster that all tests of load from pods share, because starting one takes a minute.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { createPodLoad } from '#features/kubernetes-load/node/pod-load.ts'
import type { KubernetesCluster } from './kubernetes-cluster.ts'

export const settings = {
  ...defaultBenchmarkConfig,
  ...{ on: 'kubernetes:test', loadPods: 4, loadImage: 'kneepoint-load:1' },
  ...{ loadCpu: '50m', loadMemory: '256Mi' },
}

type Changes = Partial<typeof settings>

export type ClusterUnderTest = Readonly<{
  cluster: KubernetesCluster
  folder: string
  /** Closed after the test. */
  podLoad: (changes?: Changes) => ReturnType<typeof createPodLoad>
  /** Reason and remedy of a failed load, and its earlier reports. */
  refusal: (changes: Changes) => Promise<Readonly<{ waits: string[]; why: string; remedy: string }>>
}>
