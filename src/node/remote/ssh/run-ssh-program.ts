// A program run to its end over an SSH session, with all that it printed.
import { Readable } from 'node:stream'
import type { ClientChannel } from 'ssh2'
import type { HostCommand, ProgramOutcome, ProgramRun } from '../host.ts'
import type { SshSession } from './connect-hop.ts'
import { commandText, connectionBroken, endProgram, noSession, untilLetIn } from './ssh-program.ts'

/** One byte each way, so that bytes stay as they are. */
const encoding = 'latin1'

type SshRun = ProgramRun & Readonly<{ hostName: string }>

export function runSshProgram(
  session: SshSession,
  command: HostCommand,
  run: SshRun,
): Promise<ProgramOutcome> {
  return untilLetIn(() => runOnce(session, commandText(command), run))
}

function runOnce(
  session: SshSession,
  command: string,
  { stdin, signal, hostName }: SshRun,
): Promise<ProgramOutcome> {
  return new Promise((resolve, reject) => {
    let channel: ClientChannel | null = null
    let printed = ''
    // A shell that hangs in its own start never comes to ours.
    const onAbort = () => {
      if (printed.includes('\n')) endProgram(session, printed.slice(0, printed.indexOf('\n')))
      else channel?.close()
    }
    const onBroken = () => reject(connectionBroken(hostName))
    session.connection.once('close', onBroken)
    const options = {
      encoding,
      noTrim: true,
      stdin: Readable.from([Buffer.from(stdin)]),
      onChannel(opened: ClientChannel) {
        channel = opened
        // A program may end without reading all it is given.
        channel.on('error', () => undefined)
        if (signal.aborted) onAbort()
        else signal.addEventListener('abort', onAbort, { once: true })
      },
      onStdout(bytes: Buffer) {
        if (!printed.includes('\n')) printed += bytes.toString(encoding)
        if (signal.aborted) onAbort()
      },
    } as const
    Promise.resolve()
      .then(() => session.ssh.execCommand(command, options))
      .then(
        ({ code, signal: ending, stdout, stderr }) => {
          if (code === null && ending === null) return reject(connectionBroken(hostName))
          const output = stdout.slice(stdout.indexOf('\n') + 1)
          resolve({
            code,
            signal: ending,
            stdout: Buffer.from(output, encoding),
            stderr: Buffer.from(stderr, encoding),
          })
        },
        (error: Error) => reject(noSession(hostName, error)),
      )
      .finally(() => {
        session.connection.off('close', onBroken)
        signal.removeEventListener('abort', onAbort)
      })
  })
}
