// The truthful server in C, in its own process.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'
import type { TruthfulServer } from './truthful-server.ts'
import { promisify } from 'node:util'

export type CommandLine = readonly [program: string, args: readonly string[]]

/** `launched` transforms the command before it runs, for example to pin it to a core. */
export async function startNativeServer(
  program: string,
  { ttftMs, itlMs, eventsPerWrite = 1, logs = true }: ServerTiming,
  launched: (command: CommandLine) => CommandLine = (command) => command,
): Promise<TruthfulServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kneepoint-truth-'))
  const log = join(folder, 'truth.jsonl')
  const flags = {
    'ttft-ms': ttftMs,
    'itl-ms': itlMs,
    'events-per-write': eventsPerWrite,
    ...(logs ? { log } : {}),
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)])
  const server = spawn(...launched([program, args]), { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const [port] = (await Promise.race([
    once(createInterface(server.stdout), 'line'),
    ended.then(([code]) => Promise.reject(didNotStart(code))),
  ])) as [string]
  return {
    port: Number(port),
    async stop() {
      server.kill('SIGTERM')
      await ended
      const truths = logs ? await readTruths(log) : []
      await rm(folder, { recursive: true })
      return truths
    },
  }
}

async function readTruths(log: string): Promise<Truth[]> {
  const lines = (await readFile(log, 'utf8')).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Truth)
}

function didNotStart(code: unknown): AppError {
  return new AppError('process-ended', message('servers.truthNotStarted', { code: String(code) }))
}

const execute = promisify(execFile)

const programs = {
  'truthful-server': [
    ...['truthful-server.c', 'agenda.c', 'answer.c', 'flags.c', 'request.c', 'truth.c'],
  ],
  'limit-client': ['limit-client.c', 'figures.c', 'flags.c'],
  meter: ['meter.c', 'flags.c'],
} as const

type NativeProgram = keyof typeof programs

/** Null if there is no compiler. */
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
