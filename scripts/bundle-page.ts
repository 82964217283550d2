// The script of a page, bundled in memory as the build would: for a program that runs from its sources.
import { build } from 'vite'
import { inRepository, repositoryFolder } from './repository.ts'

export async function bundlePage(name: string): Promise<string> {
  const result = await build({
    root: repositoryFolder,
    configFile: inRepository('vite.page.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output)
  const chunk = chunks.find(({ fileName }) => fileName === `${name}.js`)
  if (chunk?.type !== 'chunk') throw new Error(`There is no page ${name}.`)
  return chunk.code
}
