// This computer as a host.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { appError } from '#core/model/app-error.ts'
import type { Host, HostCommand, ProgramEnd, RunningProgram } from './host.ts'

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

async function startHere(
  { argv, environment = {} }: HostCommand,
  surroundings: NodeJS.ProcessEnv,
): Promise<RunningProgram> {
  const [program = '', ...words] = argv
  const child = spawn(program, words, {
    cwd: homedir(),
    env: { ...surroundings, ...environment },
    stdio: 'pipe',
  })
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  await once(child, 'spawn').catch((cause: unknown) => {
    throw appError('host-failed', 'hosts.cannotStart', { program }, { cause })
  })
  const { stdin, stdout, stderr } = child
  return { stdin, stdout, stderr, ended, kill: () => void child.kill() }
}
