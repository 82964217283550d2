// Chooses a Node of a host that can run our programs, from the output of the search there.
import { message, type Message } from '#core/messages/message.ts'

/** First minor version in which the load generator can measure read delays; later majors always can. */
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

/** First one that is new enough; the PATH is searched first. Null if there is none. */
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

/** Build of Node for a machine: one self-contained program that needs only glibc. */
export type NodeBuild = Readonly<{
  platform: 'linux'
  arch: 'x64' | 'arm64'
}>

const builds: Readonly<Record<string, NodeBuild>> = {
  'Linux x86_64': { platform: 'linux', arch: 'x64' },
  'Linux aarch64': { platform: 'linux', arch: 'arm64' },
  'Linux arm64': { platform: 'linux', arch: 'arm64' },
}

/** Oldest glibc that these builds support. */
const oldestGlibc = [2, 28] as const

/** Build for the output of `uname -sm`; null if there is none. */
export function nodeBuildFor(machine: string): NodeBuild | null {
  return builds[machine.trim()] ?? null
}

export function buildName({ platform, arch }: NodeBuild): string {
  return `${platform}-${arch}`
}

/** Accepts the output of `getconf GNU_LIBC_VERSION`; if it is empty, the build is tried. */
export function isGlibcTooOld(said: string): boolean {
  const [, major, minor] = /^glibc (\d+)\.(\d+)/.exec(said) ?? []
  if (major === undefined) return false
  const [oldestMajor, oldestMinor] = oldestGlibc
  if (Number(major) !== oldestMajor) return Number(major) < oldestMajor
  return Number(minor) < oldestMinor
}
