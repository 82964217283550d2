// Targets of `--on`, which send the load: one host, several separated by commas, a job on the cluster behind a login
// node, or a sender that a feature brings.
import type { AllOf } from '#core/messages/template.ts'
import * as features from './features.ts'
import type { LoadSenders, SenderTraits } from './sender-traits.ts'

const slurmPrefix = 'slurm:'

const senders: readonly SenderTraits[] = Object.values(features)

export type SenderFlags = AllOf<(typeof features)[keyof typeof features]['flags']> & object

export const senderFlags = Object.assign({}, ...senders.map(({ flags }) => flags)) as SenderFlags

/** Null for this computer, hosts and Slurm jobs. */
export function featureSender(on: string | null): SenderTraits | null {
  return senders.find(({ prefix }) => on?.startsWith(prefix)) ?? null
}

/** Name after the prefix, such as a context of the kubeconfig; empty for other senders. */
export function senderName(on: string | null): string {
  return on?.slice(featureSender(on)?.prefix.length ?? on.length) ?? ''
}

/** `slurm:LOGIN`: a job submitted on LOGIN. */
export function isSentByJob(on: string | null): boolean {
  return on !== null && on.startsWith(slurmPrefix)
}

/** A Slurm job or a feature's sender: queued, named alone, and kept for a whole sweep. */
export function isAllocated(on: string | null): boolean {
  return isSentByJob(on) || featureSender(on) !== null
}

export function jobOn(login: string): string {
  return `${slurmPrefix}${login}`
}

/** Hosts to connect to; for a job the login node. Empty if none of them sends the load. */
export function loadHostNames(on: string | null): readonly string[] {
  if (on === null || featureSender(on) !== null) return []
  const named = isSentByJob(on) ? on.slice(slurmPrefix.length) : on
  return named.split(',').map((name) => name.trim())
}

/** Hosts, tasks of the job, or machines of a feature's sender; 0 if this computer sends the load. */
export function senderCount(config: LoadSenders): number {
  const { on, loadNodes, loadTasksPerNode } = config
  if (isSentByJob(on)) return loadNodes * loadTasksPerNode
  return featureSender(on)?.count(config) ?? loadHostNames(on).length
}

/** True for a job beside hosts, or two jobs. */
export function mixesJobs(on: string | null): boolean {
  const names = (on ?? '').split(',').map((name) => name.trim())
  return names.length > 1 && names.some(isAllocated)
}

/** First host that is named twice; null if none is. */
export function repeatedHost(on: string | null): string | null {
  const names = loadHostNames(on)
  return names.find((name, place) => names.indexOf(name) !== place) ?? null
}
