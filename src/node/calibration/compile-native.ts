// Builds the programs in C that a client is measured with, with whatever compiler there is.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const programs = {
  'truthful-server': [
    ...['truthful-server.c', 'agenda.c', 'answer.c', 'flags.c', 'request.c', 'truth.c'],
  ],
  'limit-client': ['limit-client.c', 'figures.c', 'flags.c'],
  meter: ['meter.c', 'flags.c'],
} as const

type NativeProgram = keyof typeof programs

/** Null if there is none. */
export async function findCompiler(): Promise<string | null> {
  for (const name of [process.env['CC'], 'cc', 'gcc', 'clang']) {
    if (name !== undefined && (await works(name))) return name
  }
  return null
}

type Places = Readonly<{ compiler: string; sources: string; into: string }>

/** Null if it cannot be built, because the programs are written for Linux. */
export async function compileNative(
  name: NativeProgram,
  { compiler, sources, into }: Places,
): Promise<string | null> {
  const product = join(into, name)
  const args = ['-O2', '-Wall', '-Wextra', '-o', product, ...programs[name], '-lm']
  const built = await execute(compiler, args, { cwd: sources }).then(
    () => true,
    () => false,
  )
  return built ? product : null
}

function works(compiler: string): Promise<boolean> {
  return execute(compiler, ['--version']).then(
    () => true,
    () => false,
  )
}
