// What electron-builder packed: the files of app.asar, and faults of the list that would only show on a user's machine.
import { extractFile, getRawHeader } from '@electron/asar'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { z } from 'zod'

export type PackedFile = Readonly<{
  /** From the root of the archive, with slashes. */
  name: string
  bytes: number
  /** Beside the archive, because the system loads it itself. */
  isUnpacked: boolean
}>

const manifestSchema = z.object({ main: z.string() })

/** `resources` is the folder that holds app.asar. */
export async function packedFiles(resources: string): Promise<PackedFile[]> {
  const { header } = getRawHeader(path.join(resources, 'app.asar'))
  return Promise.resolve(entriesOf(header, ''))
}

type Header = ReturnType<typeof getRawHeader>['header']
type Entry = Header['files'][string]

function entriesOf(folder: Header, below: string): PackedFile[] {
  return Object.entries(folder.files).flatMap(([name, entry]) => entryFiles(entry, below + name))
}

function entryFiles(entry: Entry, name: string): PackedFile[] {
  if ('files' in entry) return entriesOf(entry, `${name}/`)
  if ('link' in entry) return []
  return [{ name, bytes: entry.size, isUnpacked: entry.unpacked }]
}

const needed = [
  'package.json',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/page/report.js',
  'out/remote/load-generator.mjs',
  'resources/icon.png',
  'resources/sonnets.txt',
  'resources/vllm-serve-flags.json',
]

/** Of ours, for development, or of another platform. */
const unwanted =
  /^(src|tests|e2e|docs|scripts)\/|\.(test|spec)\.|\.map$|\.env|^node_modules\/(node-(bin|darwin|linux|win)|electron)|(win32|darwin|android)[^/]*\.node$/

/** One sentence for each. */
export async function packedFaults(
  files: readonly PackedFile[],
  archive: string,
): Promise<string[]> {
  const names = new Set(files.map(({ name }) => name))
  const read = (name: string) => extractFile(archive, name.split('/').join(path.sep)).toString()
  const { main } = manifestSchema.parse(JSON.parse(read('package.json')))
  const code = files.filter(({ name }) => /^out\/(main|preload)\/.*\.c?js$/.test(name))
  const imported = new Set(code.flatMap(({ name }) => packagesIn(read(name))))
  return Promise.resolve([
    ...[main.replace(/^\.\//, ''), ...needed]
      .filter((name) => !names.has(name))
      .map((name) => `${name} is missing.`),
    ...[...imported]
      .filter((name) => !names.has(`node_modules/${name}/package.json`))
      .map((name) => `out imports ${name}, which is missing from node_modules.`),
    ...files
      .filter(({ name, isUnpacked }) => name.endsWith('.node') && !isUnpacked)
      .map(({ name }) => `${name} is inside the archive, where the system cannot load it.`),
    ...[...names].filter((name) => unwanted.test(name)).map((name) => `${name} has no use there.`),
  ])
}

/** The bundler writes each import on a line of its own; comments of bundled packages contain some as well. */
const importing = /^import (?:[^'"\n]* from )?["']([^."'/][^"'\s]*)["']/gm

function packagesIn(text: string): string[] {
  return [...text.matchAll(importing)].flatMap(([, specifier = '']) => {
    if (specifier === 'electron' || isBuiltin(specifier) || specifier.startsWith('#')) return []
    const parts = specifier.split('/')
    return [parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')]
  })
}
