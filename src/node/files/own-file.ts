// Files of the program, in a folder above this file, whose location differs once bundled.
import path from 'node:path'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/** Path of a file, by its path in the repository or the package. */
export function ownFile(name: string, folder: string = import.meta.dirname): string {
  const file = path.join(folder, name)
  const parent = path.dirname(folder)
  return existsSync(file) || parent === folder ? file : ownFile(name, parent)
}

// Path in the program's folder of resources.
export function ownResource(name: string): string {
  return ownFile(`resources/${name}`)
}

// A bundle of our sources, as text: prebuilt, or bundled in memory if the program runs from its sources.
type BundledFile = Readonly<{
  /** Folder in `out`, and name of its build configuration. */
  folder: 'page' | 'remote'
  name: string
}>

type Bundler = Readonly<{ bundleFile: (file: BundledFile) => Promise<string> }>

export const isSource = import.meta.filename.endsWith('.ts')

export async function bundledFile(file: BundledFile): Promise<string> {
  if (!isSource) return readFile(ownFile(`out/${file.folder}/${file.name}`), 'utf8')
  // Computed at run time, so that no bundle includes the bundler.
  const bundler = pathToFileURL(ownFile('scripts/bundle-file.ts')).href
  const { bundleFile } = (await import(/* @vite-ignore */ bundler)) as Bundler
  return bundleFile(file)
}

// The script of a saved page, as self-contained text.
type PageName = 'report' | 'timeline'

export function pageScript(name: PageName): Promise<string> {
  return bundledFile({ folder: 'page', name: `${name}.js` })
}
