// A TypeScript file as a package of plain JavaScript, for an Electron whose Node does not read types.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'

export async function writePlainModule(source: string, folder: string): Promise<void> {
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'index.js'), code)
  const manifest = { type: 'module', main: 'index.js' }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
}
