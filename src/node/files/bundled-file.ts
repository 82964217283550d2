// A file our sources are bundled into, as text: as it was built, or bundled in memory for a program that runs from its
// sources.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { ownFile } from './own-file.ts'

type BundledFile = Readonly<{
  /** Of `out`; the configuration it is built with is called so too. */
  folder: 'page' | 'remote'
  name: string
}>

type Bundler = Readonly<{ bundleFile: (file: BundledFile) => Promise<string> }>

const isSource = import.meta.filename.endsWith('.ts')

export async function bundledFile(file: BundledFile): Promise<string> {
  if (!isSource) return readFile(ownFile(`out/${file.folder}/${file.name}`), 'utf8')
  // Named at run time, so that no bundle takes the bundler along.
  const bundler = pathToFileURL(ownFile('scripts/bundle-file.ts')).href
  const { bundleFile } = (await import(/* @vite-ignore */ bundler)) as Bundler
  return bundleFile(file)
}
