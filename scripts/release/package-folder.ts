// The folder that is published: what the command line and the window in a browser need to run, and a manifest without
// what only builds and tests need.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { manPage } from '../command-line/man-page.ts'
import { inRepository } from '../repository.ts'
import { noticesFile } from '../shipped/notices.ts'

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

const manual = 'kneepoint.1'

/**
 * What needs it says so. better-sqlite3 is not among them: npm on a Node below 22 leaves it out if it is optional, and
 * Kneepoint then runs on the Node 24 that it fetches.
 */
const optionalPackages = ['tokenizers']

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
  await cp(inRepository('out', noticesFile), path.join(folder, noticesFile))
  await writeFile(path.join(folder, manual), await manPage(manifest.version))
  const text = `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`
  await writeFile(path.join(folder, 'package.json'), text)
}

function publishedManifest({ dependencies, ...manifest }: Manifest) {
  const of = (wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(dependencies).filter(([name]) => wanted(name)))
  return {
    ...manifest,
    keywords: ['vllm', 'llm', 'benchmark', 'load-generator', 'ttft', 'openai'],
    man: manual,
    files: [...contents, noticesFile, manual],
    dependencies: of((name) => !optionalPackages.includes(name)),
    optionalDependencies: of((name) => optionalPackages.includes(name)),
    publishConfig: { access: 'public', provenance: true },
    ...repositoryOf(process.env),
  }
}

/** The repository whose runner builds the release: npm takes no provenance without it. Empty elsewhere. */
function repositoryOf({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
}: NodeJS.ProcessEnv): Readonly<{ repository?: { type: 'git'; url: string } }> {
  if (server === undefined || repository === undefined) return {}
  return { repository: { type: 'git', url: `git+${server}/${repository}.git` } }
}
