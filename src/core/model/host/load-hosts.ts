// Where `--on` sends the load from: one host, several between commas, a job on the cluster behind a login node, or pods.
import type { Host } from './host.ts'

const slurmPrefix = 'slurm:'
const podsPrefix = 'kubernetes:'

/** The part of a benchmark that says how many machines send its load. */
export type LoadSenders = Readonly<{
  on: string | null
  loadNodes: number
  loadTasksPerNode: number
  loadPods: number
}>

/** `slurm:LOGIN`: a job that is submitted on LOGIN. */
export function isSentByJob(on: string | null): boolean {
  return on !== null && on.startsWith(slurmPrefix)
}

/** `kubernetes:CONTEXT[/NAMESPACE]`. */
export function isSentByPods(on: string | null): boolean {
  return on !== null && on.startsWith(podsPrefix)
}

/** A context of the kubeconfig, and the namespace it has. */
export type ClusterContext = Readonly<{ context: string; namespace: string }>

/** What can send a load: hosts by their ids, and contexts of the kubeconfig. */
export type KnownHosts = Readonly<{
  byId: ReadonlyMap<string, Host>
  clusters: readonly ClusterContext[]
}>

/** A job of either kind: it waits in a queue, is named alone, and is kept for a whole sweep. */
export function isAllocated(on: string | null): boolean {
  return isSentByJob(on) || isSentByPods(on)
}

/** `CONTEXT[/NAMESPACE]`; the name of a context may have slashes as well. */
export function clusterOf(on: string | null): string {
  return isSentByPods(on) && on !== null ? on.slice(podsPrefix.length) : ''
}

export function podsOn(cluster: string): string {
  return `${podsPrefix}${cluster}`
}

export function jobOn(login: string): string {
  return `${slurmPrefix}${login}`
}

/** Hosts to connect to; of a job the login node. None where this computer or a pod sends the load. */
export function loadHostNames(on: string | null): readonly string[] {
  if (on === null || isSentByPods(on)) return []
  const named = isSentByJob(on) ? on.slice(slurmPrefix.length) : on
  return named.split(',').map((name) => name.trim())
}

/** Hosts, pods, or tasks of the job. 0 where this computer sends the load. */
export function senderCount({ on, loadNodes, loadTasksPerNode, loadPods }: LoadSenders): number {
  if (isSentByPods(on)) return loadPods
  return isSentByJob(on) ? loadNodes * loadTasksPerNode : loadHostNames(on).length
}

/** A job beside hosts, or two jobs. */
export function mixesJobs(on: string | null): boolean {
  const names = (on ?? '').split(',').map((name) => name.trim())
  return names.length > 1 && names.some(isAllocated)
}

/** The first that is named twice; null where none is. */
export function repeatedHost(on: string | null): string | null {
  const names = loadHostNames(on)
  return names.find((name, place) => names.indexOf(name) !== place) ?? null
}

/** Whether only programs on the same machine reach it: a host name or an address, with or without the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){1,3})$/.test(host)
}
