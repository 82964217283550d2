// Which Node of a host can run what we put there, from what its search printed.
import { message, type Message } from '#core/messages/message.ts'

/** The first minor version on which the load generator can measure how late it read; later majors always can. */
const oldestMinors: ReadonlyMap<number, number> = new Map([
  [20, 18],
  [22, 8],
])
const newestListed = 22

export const neededNode = 'Node 20.18, 22.8 or newer'

export type FoundNode = Readonly<{
  program: string
  /** `v24.1.0`. */
  version: string
}>

/** The first one that is new enough: the PATH comes before other places. Null where there is none. */
export function usableNode(nodes: readonly FoundNode[]): FoundNode | null {
  return nodes.find(isUsable) ?? null
}

export function noUsableNode(nodes: readonly FoundNode[], hostName: string): Message {
  if (nodes.length === 0) {
    return message('hosts.noNode', { host: hostName })
  }
  const found = nodes.map(({ program, version }) => `${version} at ${program}`).join(', ')
  return message('hosts.nodeTooOld', { wanted: neededNode, host: hostName, found })
}

function isUsable({ version }: FoundNode): boolean {
  const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  return major > newestListed || minor >= (oldestMinors.get(major) ?? Infinity)
}

// Which build of Node fits a machine, from what it says of itself. Each is one whole program that needs glibc alone.
export type NodeBuild = Readonly<{
  platform: 'linux'
  arch: 'x64' | 'arm64'
}>

const builds: Readonly<Record<string, NodeBuild>> = {
  'Linux x86_64': { platform: 'linux', arch: 'x64' },
  'Linux aarch64': { platform: 'linux', arch: 'arm64' },
  'Linux arm64': { platform: 'linux', arch: 'arm64' },
}

/** What these builds were made for. */
const oldestGlibc = [2, 28] as const

/** From what `uname -sm` says; null where we have none for it. */
export function nodeBuildFor(machine: string): NodeBuild | null {
  return builds[machine.trim()] ?? null
}

export function buildName({ platform, arch }: NodeBuild): string {
  return `${platform}-${arch}`
}

/** From what `getconf GNU_LIBC_VERSION` says; one that prints nothing is tried. */
export function isGlibcTooOld(said: string): boolean {
  const [, major, minor] = /^glibc (\d+)\.(\d+)/.exec(said) ?? []
  if (major === undefined) return false
  const [oldestMajor, oldestMinor] = oldestGlibc
  if (Number(major) !== oldestMajor) return Number(major) < oldestMajor
  return Number(minor) < oldestMinor
}
