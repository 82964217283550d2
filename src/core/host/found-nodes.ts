// Which Node of a host can run what we put there, from what its search printed.
import { AppError } from '../model/app-error.ts'

/** From which minor version on the load generator can tell how late it read; later majors always can. */
const oldestMinors: ReadonlyMap<number, number> = new Map([
  [20, 18],
  [22, 8],
])
const newestListed = 22

export type FoundNode = Readonly<{
  program: string
  /** `v24.1.0`. */
  version: string
}>

/** The first one that is new enough: the PATH comes before other places. Throws where there is none. */
export function usableNode(nodes: readonly FoundNode[], hostName: string): FoundNode {
  const usable = nodes.find(isUsable)
  if (usable !== undefined) return usable
  const found = nodes.map(({ program, version }) => `${version} at ${program}`).join(', ')
  const needed = 'Node 20.18, 22.8 or newer'
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

function isUsable({ version }: FoundNode): boolean {
  const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  return major > newestListed || minor >= (oldestMinors.get(major) ?? Infinity)
}
