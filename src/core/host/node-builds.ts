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

/** From what `getconf GNU_LIBC_VERSION` says; one that says nothing has to show it by trying. */
export function isGlibcTooOld(said: string): boolean {
  const [, major, minor] = /^glibc (\d+)\.(\d+)/.exec(said) ?? []
  if (major === undefined) return false
  const [oldestMajor, oldestMinor] = oldestGlibc
  if (Number(major) !== oldestMajor) return Number(major) < oldestMajor
  return Number(minor) < oldestMinor
}
