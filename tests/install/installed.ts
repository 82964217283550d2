// Kneepoint as a stranger has it: installed from its package into an empty folder, with a home of its own.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** The command, and the environment it runs in. */
export type Installed = Readonly<{ command: readonly string[]; env: NodeJS.ProcessEnv }>

type Ended = Readonly<{ code: number | null; output: string; notes: string }>

/** Nothing of the user's is read or written, but npm's own settings are kept: they say where its registry is. */
export function homeIn(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true })
  return {
    ...process.env,
    KNEEPOINT_DATA: path.join(folder, 'data'),
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    npm_config_cache: path.join(folder, 'npm'),
    npm_config_update_notifier: 'false',
  }
}

/** Fails with what the program said. */
export function mustRun(
  program: string,
  args: readonly string[],
  options: Readonly<{ cwd: string; env: NodeJS.ProcessEnv }>,
): void {
  const { status, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stderr}`)
}

export async function runInstalled(
  { command, env }: Installed,
  args: readonly string[],
  cwd: string,
): Promise<Ended> {
  const [program = '', ...first] = command
  const child = spawn(program, [...first, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, notes, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, output, notes }
}

/** Runs `args` until `use` ends, which gets the first address of loopback that the command prints; Ctrl-C then ends it. */
export async function whileServing(
  { command, env }: Installed,
  args: readonly string[],
  cwd: string,
  use: (address: string) => Promise<void>,
): Promise<void> {
  const [program = '', ...first] = command
  const child = spawn(program, [...first, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise((resolve) => child.once('close', resolve))
  try {
    await use(await firstAddress(child.stdout, child.stderr))
  } finally {
    child.kill('SIGINT')
    await closed
  }
}

function firstAddress(...streams: readonly NodeJS.ReadableStream[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    for (const stream of streams) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const [address] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(said) ?? []
        if (address !== undefined && /\s$/.test(said)) resolve(address)
      })
      stream.once('end', () => reject(new Error(`No address was printed:\n${said}`)))
    }
  })
}
