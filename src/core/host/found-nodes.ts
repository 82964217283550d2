// Which Node of a host can run what we put there, from what its search printed.
import { AppError } from '../model/app-error.ts'

/** The oldest one the load generator was seen to run on. */
export const oldestNodeMajor = 18

export type FoundNode = Readonly<{
  program: string
  /** `v24.1.0`. */
  version: string
}>

/** The first one that is new enough: the PATH comes before other places. Throws where there is none. */
export function usableNode(nodes: readonly FoundNode[], hostName: string): FoundNode {
  const usable = nodes.find(({ version }) => majorOf(version) >= oldestNodeMajor)
  if (usable !== undefined) return usable
  const found = nodes.map(({ program, version }) => `${version} at ${program}`).join(', ')
  const needed = `Node ${oldestNodeMajor} or newer`
  throw new AppError(
    'host-failed',
    nodes.length === 0
      ? `There is no Node on ${hostName}, which the load generator runs on.`
      : `The load generator needs ${needed}; ${hostName} has ${found}.`,
    {
      field: 'on',
      remedy:
        `Put ${needed} on its PATH or into ~/.local/bin, which takes no administrator: unpack the archive of ` +
        'nodejs.org there. Or measure from this computer.',
    },
  )
}

function majorOf(version: string): number {
  return Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)
}
