// One file of a build, bundled in memory as the build would: for a program that runs from its sources.
import { readFile } from 'node:fs/promises'
import { build } from 'vite'
import { inRepository, repositoryFolder } from './repository.ts'

export async function bundleFile({
  folder,
  name,
}: {
  readonly folder: string
  readonly name: string
}): Promise<string> {
  // `npm test` has just built it; bundling takes seconds in each process that needs it.
  if (process.env['KNEEPOINT_TESTED'] === 'built') {
    return readFile(inRepository('out', folder, name), 'utf8')
  }
  const result = await build({
    root: repositoryFolder,
    configFile: inRepository(`scripts/vite/${folder}.ts`),
    logLevel: 'silent',
    build: { write: false },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output)
  const chunk = chunks.find(({ fileName }) => fileName === name)
  if (chunk?.type !== 'chunk') throw new Error(`scripts/vite/${folder}.ts makes no ${name}.`)
  return chunk.code
}
