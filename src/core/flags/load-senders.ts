// Targets of `--on`, which send the load: one host, several separated by commas, a job on the cluster behind a login
// node, or pods.

const slurmPrefix = 'slurm:'
const podsPrefix = 'kubernetes:'

/** Benchmark settings that decide how many machines send the load. */
export type LoadSenders = Readonly<{
  on: string | null
  loadNodes: number
  loadTasksPerNode: number
  loadPods: number
}>

/** `slurm:LOGIN`: a job submitted on LOGIN. */
export function isSentByJob(on: string | null): boolean {
  return on !== null && on.startsWith(slurmPrefix)
}

/** `kubernetes:CONTEXT[/NAMESPACE]`. */
export function isSentByPods(on: string | null): boolean {
  return on !== null && on.startsWith(podsPrefix)
}

/** A Slurm job or pods: queued, named alone, and kept for a whole sweep. */
export function isAllocated(on: string | null): boolean {
  return isSentByJob(on) || isSentByPods(on)
}

/** `CONTEXT[/NAMESPACE]`; a context's name may contain slashes, too. */
export function clusterOf(on: string | null): string {
  return isSentByPods(on) && on !== null ? on.slice(podsPrefix.length) : ''
}

export function podsOn(cluster: string): string {
  return `${podsPrefix}${cluster}`
}

export function jobOn(login: string): string {
  return `${slurmPrefix}${login}`
}

/** Hosts to connect to; for a job the login node. Empty if this computer or a pod sends the load. */
export function loadHostNames(on: string | null): readonly string[] {
  if (on === null || isSentByPods(on)) return []
  const named = isSentByJob(on) ? on.slice(slurmPrefix.length) : on
  return named.split(',').map((name) => name.trim())
}

/** Hosts, pods, or tasks of the job; 0 if this computer sends the load. */
export function senderCount({ on, loadNodes, loadTasksPerNode, loadPods }: LoadSenders): number {
  if (isSentByPods(on)) return loadPods
  return isSentByJob(on) ? loadNodes * loadTasksPerNode : loadHostNames(on).length
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
