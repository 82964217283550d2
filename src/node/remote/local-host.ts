// This computer as a host. As over SSH, each program leads a process group and ends together with its children.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { appError } from '#core/model/app-error.ts'
import type { HostCommand } from '#core/command-line/remote-call.ts'
import type { Host, ProgramEnd, RunningProgram } from './host.ts'

export function localHost(environment: NodeJS.ProcessEnv = process.env): Host {
  return {
    name: 'this computer',
    isHere: true,
    directAddress: null,
    start: (command) => startHere(command, environment),
    async connect(address, port) {
      const socket = connect({ host: address, port, noDelay: true })
      await once(socket, 'connect')
      return socket
    },
    close: () => Promise.resolve(),
  }
}

const hasGroups = process.platform !== 'win32'

function endGroup(child: ChildProcess): void {
  if (!hasGroups || child.pid === undefined) return void child.kill()
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    // The whole group has exited.
  }
}

/** A process that left the group may hold the pipes open after the program has exited. Its output is dropped. */
const lastOutputMs = 500

function giveUp(child: ChildProcess): void {
  endGroup(child)
  const leave = () =>
    setTimeout(() => {
      child.stdout?.destroy()
      child.stderr?.destroy()
    }, lastOutputMs)
  if (child.exitCode !== null || child.signalCode !== null) leave()
  else child.once('exit', leave)
}

async function startHere(
  { argv, environment = {} }: HostCommand,
  surroundings: NodeJS.ProcessEnv,
): Promise<RunningProgram> {
  const [program = '', ...words] = argv
  const child = spawn(program, words, {
    cwd: homedir(),
    env: { ...surroundings, ...environment },
    stdio: 'pipe',
    // On Windows this would open a console window.
    detached: hasGroups,
  })
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  await once(child, 'spawn').catch((cause: unknown) => {
    throw appError('host-failed', 'hosts.cannotStart', { program }, { cause })
  })
  const { stdin, stdout, stderr } = child
  return { stdin, stdout, stderr, ended, kill: () => giveUp(child) }
}
