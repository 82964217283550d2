// The folder a container image is built from: `docker build release/image`. It holds Node and the program, so the build
// downloads nothing but its base.
import { chmod, cp, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { inRepository } from '../repository.ts'
import { writeInstalledFolder } from './installed-folder.ts'

const platform = 'linux-x64'

/** Resolves to the folder. */
export async function makeImageFolder(folder: string): Promise<string> {
  const context = path.join(folder, 'image')
  await rm(context, { recursive: true, force: true })
  await mkdir(path.join(context, 'data'), { recursive: true })
  await cp(inRepository('scripts/release/Containerfile'), path.join(context, 'Dockerfile'))
  await writeInstalledFolder(path.join(context, 'app'), platform)
  const node = path.join(context, 'node')
  await cp(inRepository(`node_modules/node-${platform}/bin/node`), node).catch((cause: unknown) => {
    throw new Error(`The image is for ${platform}; run "npm ci" on that platform.`, { cause })
  })
  await chmod(node, 0o755)
  return context
}
