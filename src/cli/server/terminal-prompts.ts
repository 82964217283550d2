// Prompts from a host during a connection, shown on the terminal. Secrets are not echoed.
import { inEnglish } from '#core/messages/message.ts'
import { execFile } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { standardError } from '../terminal/output.ts'
import { askedText, noPrompts, type SshPrompts } from '#node/remote/ssh/ssh-prompts.ts'

type Reader = (prompt: string, isEchoed: boolean) => Promise<string>

/** Prints prompts to standard error, because standard output is only for results. */
export function terminalPrompts(): SshPrompts {
  const program = askpassProgram()
  if (program !== null) return promptsOf((prompt) => printedBy(program, prompt))
  return process.stdin.isTTY ? promptsOf(ask) : noPrompts
}

function promptsOf(read: Reader): SshPrompts {
  return {
    async confirmHostKey({ host, keyType, fingerprint }) {
      const facts = `The authenticity of ${host} cannot be established.\nIts ${keyType} key is ${fingerprint}.\n`
      const answer = await read(`${facts}Trust it from now on (yes/no)? `, true)
      return answer.trim().toLowerCase() === 'yes'
    },
    async askSecret({ host, isEchoed, ...asking }) {
      const text = inEnglish(askedText(asking))
      const answer = await read(`${host}: ${text}${/[:?>]$/.test(text) ? ' ' : ': '}`, isEchoed)
      return answer === '' ? null : answer
    },
  }
}

/** SSH_ASKPASS under the conditions of `ssh`: with a display instead of a terminal, or if it is required. */
function askpassProgram(): string | null {
  const { SSH_ASKPASS: program = '', SSH_ASKPASS_REQUIRE: required = '' } = process.env
  const hasDisplay = [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(Boolean)
  const isUsed =
    /^(?:force|prefer)$/.test(required) ||
    (required !== 'never' && hasDisplay && !process.stdin.isTTY)
  return program !== '' && isUsed ? program : null
}

/** An empty answer if the program fails. */
async function printedBy(program: string, prompt: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [prompt]).catch(() => ({ stdout: '' }))
  return stdout.replace(/\r?\n[^]*$/, '')
}

export async function ask(question: string, isEchoed: boolean): Promise<string> {
  standardError.print(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isEchoed ? process.stderr : silent
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    if (!isEchoed) standardError.print('\n')
  }
}
