// Targets of `--on`, which send the load: one host, several separated by commas, or a sender from a feature.
import { z } from 'zod'
import { joinedFeatures } from '#core/messages/joined-catalogue.ts'
import type { AllOf } from '#core/messages/template.ts'
import * as features from './features.ts'
import { type FeatureFlags, type FlagRecords, seconds } from './flag.ts'
import { isSentBy, type Place, type SenderTraits } from './sender-traits.ts'

type Feature = (typeof features)[keyof typeof features]
type Sender = Extract<Feature, SenderTraits>

const senders: readonly SenderTraits[] = Object.values<Feature>(features).filter(
  (each): each is Sender => 'prefix' in each,
)

/** Null for this computer and hosts. */
export function featureSender(on: string | null): SenderTraits | null {
  return senders.find(({ prefix }) => isSentBy(on, prefix)) ?? null
}

/** Whether machines are requested for the load: they are queued, exclude other targets, and are kept for a whole sweep. */
export function isAllocated(on: string | null): boolean {
  return featureSender(on) !== null
}

/** Whether machines are requested on a host, such as a login node. */
export function isSentByJob(on: string | null): boolean {
  return featureSender(on)?.isOffered !== undefined
}

const queueFlags = {
  loadQueueTimeoutSec: {
    ...seconds,
    section: 'target',
    knownTo: 'kneepoint',
    appliesTo: ({ on }: Place) => isAllocated(on),
    schema: z.number().positive().max(1e7).default(3600),
    summary: 'Maximum time in the queue; the job is then cancelled and the run fails.',
    label: 'Limit on queueing',
  },
} satisfies FlagRecords

type DatasetFlags = Extract<Feature, FeatureFlags>['flags']

/** Dataset flags of features. */
export const addedFlags = Object.fromEntries(
  Object.entries<object>(features).flatMap(([name, each]) =>
    'flags' in each && !('prefix' in each) ? [[name, each.flags as DatasetFlags]] : [],
  ),
)

/** Report flags of features. */
export const addedReportFlags = { added: joinedFeatures(features, 'reportFlags') }

/** Server flags of features. */
export const addedServerFlags = joinedFeatures(features, 'ofServers')

/** Traffic flags of features; the load generator receives their values. */
export const addedTrafficFlags = joinedFeatures(features, 'ofTraffic')

/** Flags of all features. */
export type FeatureFields = AllOf<DatasetFlags | Sender['flags']> &
  typeof addedReportFlags.added &
  typeof addedServerFlags &
  typeof addedTrafficFlags &
  object

const [first, ...others] = senders.map(({ flags }) => flags)

/** Flags in the order of the help. */
export const senderFlags = Object.assign({}, first, queueFlags, ...others) as AllOf<
  Sender['flags']
> &
  object &
  typeof queueFlags

/** Name after the prefix, such as a context of the kubeconfig; empty for hosts. */
export function senderName(on: string | null): string {
  return on?.slice(featureSender(on)?.prefix.length ?? on.length) ?? ''
}

/** Values of `--on` that request machines on a host. */
export function jobsOn(name: string, facts: Readonly<{ hasSlurm: boolean }>): readonly string[] {
  return senders.flatMap(({ prefix, isOffered }) => (isOffered?.(facts) ? [prefix + name] : []))
}

/** Hosts to connect to, such as a login node. Empty if the load needs none. */
export function loadHostNames(on: string | null): readonly string[] {
  if (on === null || (isAllocated(on) && !isSentByJob(on))) return []
  return (isSentByJob(on) ? senderName(on) : on).split(',').map((name) => name.trim())
}

/** Hosts, or machines of a feature's sender; 0 if this computer sends the load. */
export function senderCount(config: Place): number {
  return featureSender(config.on)?.count(config) ?? loadHostNames(config.on).length
}

/** True for a job beside hosts, or two jobs. */
export function mixesJobs(on: string | null): boolean {
  const names = (on ?? '').split(',').map((name) => name.trim())
  return names.length > 1 && names.some(isAllocated)
}

/** First duplicate host; null if there is none. */
export function repeatedHost(on: string | null): string | null {
  const names = loadHostNames(on)
  return names.find((name, place) => names.indexOf(name) !== place) ?? null
}
