// A repository of the hub by its name: what kind it is, its id, and the revision asked for.

export type HubRepoType = 'dataset' | 'model'

export type HubRepo = Readonly<{ type: HubRepoType; id: string; revision: string }>

const namePattern = /^(?<id>[\w.-]+(\/[\w.-]+)?)(@(?<revision>[\w./-]+))?$/

/** `org/name`, or `org/name@revision`; null where it can be no name of the hub. */
export function hubRepoNamed(type: HubRepoType, name: string): HubRepo | null {
  const groups = namePattern.exec(name)?.groups
  const id = groups?.['id']
  return id === undefined ? null : { type, id, revision: groups?.['revision'] ?? 'main' }
}
