// Lists the packages whose code or files a bundle contains: most of what is shipped is bundled from development
// dependencies, and a manifest does not name it.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { inRepository } from '../repository.ts'

export const bundledPackagesFile = 'bundled-packages.json'

const shippedPackageSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** From the root of the repository, with slashes: the key of the lock file. */
  folder: z.string(),
})

export const shippedPackagesSchema = z.array(shippedPackageSchema)

export type ShippedPackage = z.infer<typeof shippedPackageSchema>

/** Writes the list beside each bundle. */
export function bundledPackages(): Plugin {
  let root = ''
  return {
    name: 'kneepoint-bundled-packages',
    configResolved: (config) => void (root = config.root),
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk'
          ? output.moduleIds
          : output.originalFileNames.map((name) => path.resolve(root, name)),
      )
      const source = JSON.stringify(packagesOf(files), null, 2)
      this.emitFile({ type: 'asset', fileName: bundledPackagesFile, source: `${source}\n` })
    },
  }
}

/** The packages that contain these files, each once, by folder. Paths are absolute. */
export function packagesOf(files: readonly string[]): readonly ShippedPackage[] {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []))
  return [...folders].toSorted().map((folder) => packageAt(folder))
}

/** Null for a file of our own or of the bundler. */
function packageFolder(file: string): string | null {
  const plain = file.replaceAll('\\', '/')
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(plain) ?? []
  return file.startsWith('\0') ? null : (folder ?? null)
}

const manifestSchema = z.object({ name: z.string(), version: z.string() })

function packageAt(folder: string): ShippedPackage {
  const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8')
  const key = folder.slice(folder.indexOf('node_modules/'))
  return { ...manifestSchema.parse(JSON.parse(manifest)), folder: key }
}

function packageIn(key: string): ShippedPackage {
  return packageAt(inRepository(key))
}

const outFolders = ['main', 'preload', 'renderer', 'cli', 'utility', 'page', 'remote']

/** What the built bundles contain; throws if one of them is not built. */
export function packagesInBundles(): readonly ShippedPackage[] {
  const lists = outFolders.map((name) => {
    const file = inRepository('out', name, bundledPackagesFile)
    if (!existsSync(file)) throw new Error(`${file} is missing: run "npm run build".`)
    return shippedPackagesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  })
  const byFolder = new Map(lists.flat().map((each) => [each.folder, each]))
  return [...byFolder.values()].toSorted((a, b) => a.folder.localeCompare(b.folder))
}

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
})

/** Packages that stay packages: those of `dependencies` and what they need, as far as it is installed here. */
export function packagesBesideBundles(): readonly ShippedPackage[] {
  const { packages } = lockSchema.parse(
    JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')),
  )
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .filter(([folder]) => existsSync(inRepository(folder, 'package.json')))
    .map(([folder]) => packageIn(folder))
}

/** Everything that any package of ours contains, Electron included. */
export function shippedPackages(): readonly ShippedPackage[] {
  const all = [
    ...packagesInBundles(),
    ...packagesBesideBundles(),
    packageIn('node_modules/electron'),
  ]
  return [...new Map(all.map((each) => [each.folder, each])).values()]
}
