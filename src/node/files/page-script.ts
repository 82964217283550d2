// The script of a page that is saved as a file, as text that needs nothing else.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { ownFile } from './own-file.ts'

export type PageName = 'report' | 'timeline'

type Bundler = Readonly<{ bundlePage: (name: PageName) => Promise<string> }>

const isSource = import.meta.filename.endsWith('.ts')

export async function pageScript(name: PageName): Promise<string> {
  if (!isSource) return readFile(ownFile(`out/page/${name}.js`), 'utf8')
  // Named at run time, so that no bundle takes the bundler along.
  const bundler = pathToFileURL(ownFile('scripts/bundle-page.ts')).href
  const { bundlePage } = (await import(/* @vite-ignore */ bundler)) as Bundler
  return bundlePage(name)
}
