// vllm-stand-in.ts as one file, which starts with a quarter of the processor time that its sources take.
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'

const repository = path.join(import.meta.dirname, '../..')

/** A file in the repository, because the stand-in looks for the resources above itself. Named after its contents. */
export async function standInFile(): Promise<string> {
  const code = await bundledStandIn()
  const folder = path.join(repository, '.cache/stand-in')
  const file = path.join(folder, `${createHash('sha256').update(code).digest('hex')}.mjs`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, code)
  renameSync(unfinished, file)
  return file
}

export async function bundledStandIn(): Promise<string> {
  const result = await build({
    root: repository,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: path.join(import.meta.dirname, 'vllm-stand-in.ts'),
      rolldownOptions: { output: { format: 'es', codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunk = outputs.flatMap(({ output }) => output).find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('the stand-in was not bundled')
  return chunk.code
}
