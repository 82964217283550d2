// Files that come with the program, in a folder above this file, which lies elsewhere once bundled.
import path from 'node:path'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/** By its path in the repository or the package. */
export function ownFile(name: string, folder: string = import.meta.dirname): string {
  const file = path.join(folder, name)
  const parent = path.dirname(folder)
  return existsSync(file) || parent === folder ? file : ownFile(name, parent)
}

// Files that come with the program, in its folder of resources.
export function ownResource(name: string): string {
  return ownFile(`resources/${name}`)
}

// A file our sources are bundled into, as text: as it was built, or bundled in memory for a program that runs from its
// sources.
type BundledFile = Readonly<{
  /** Of `out`; the configuration it is built with is called so too. */
  folder: 'page' | 'remote'
  name: string
}>

type Bundler = Readonly<{ bundleFile: (file: BundledFile) => Promise<string> }>

export const isSource = import.meta.filename.endsWith('.ts')

export async function bundledFile(file: BundledFile): Promise<string> {
  if (!isSource) return readFile(ownFile(`out/${file.folder}/${file.name}`), 'utf8')
  // Named at run time, so that no bundle takes the bundler along.
  const bundler = pathToFileURL(ownFile('scripts/bundle-file.ts')).href
  const { bundleFile } = (await import(/* @vite-ignore */ bundler)) as Bundler
  return bundleFile(file)
}

// The script of a page that is saved as a file, as text that needs nothing else.
type PageName = 'report' | 'timeline'

export function pageScript(name: PageName): Promise<string> {
  return bundledFile({ folder: 'page', name: `${name}.js` })
}
