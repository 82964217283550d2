// The folder that is published: what the command line and the window in a browser need to run, and a manifest without
// what only builds and tests need.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { inRepository } from '../repository.ts'

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  author: z.string(),
  type: z.string(),
  bin: z.record(z.string(), z.string()),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>

/** Electron's program (`out/main`, `out/preload`) is not among them: installers of the desktop carry it. */
const contents = [
  ...['bin', 'out/cli', 'out/utility', 'out/page', 'out/remote', 'out/renderer', 'bench/native'],
  ...['resources/sonnets.txt', 'resources/vllm-serve-flags.json', 'LICENSE'],
]

/** Native code, without which `bench serve` still runs; what needs it says so. */
const nativePackages = ['better-sqlite3', 'tokenizers']

export async function readManifest(): Promise<Manifest> {
  return manifestSchema.parse(JSON.parse(await readFile(inRepository('package.json'), 'utf8')))
}

/** Writes the folder anew; the programs must be built. */
export async function writePackageFolder(folder: string, manifest: Manifest): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of contents) {
    await cp(inRepository(name), path.join(folder, name), { recursive: true })
  }
  await cp(inRepository('docs/package.md'), path.join(folder, 'README.md'))
  const text = `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`
  await writeFile(path.join(folder, 'package.json'), text)
}

function publishedManifest({ dependencies, ...manifest }: Manifest) {
  const of = (wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(dependencies).filter(([name]) => wanted(name)))
  return {
    ...manifest,
    keywords: ['vllm', 'llm', 'benchmark', 'load-generator', 'ttft', 'openai'],
    files: contents,
    dependencies: of((name) => !nativePackages.includes(name)),
    optionalDependencies: of((name) => nativePackages.includes(name)),
    publishConfig: { access: 'public', provenance: true },
  }
}
