// Prompts from a host during a connection, shown on the terminal. Secrets are not echoed.
import { inEnglish } from '#core/messages/message.ts'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { standardError } from '../terminal/output.ts'
import { askedText, noPrompts, type SshPrompts } from '#node/remote/ssh/ssh-prompts.ts'

/** Prints prompts to standard error, because standard output is only for results. */
export function terminalPrompts(): SshPrompts {
  if (!process.stdin.isTTY) return noPrompts
  return {
    async confirmHostKey({ host, keyType, fingerprint }) {
      standardError.print(
        `The authenticity of ${host} cannot be established.\nIts ${keyType} key is ${fingerprint}.\n`,
      )
      return (await ask('Trust it from now on (yes/no)? ', true)).trim().toLowerCase() === 'yes'
    },
    async askSecret({ host, isEchoed, ...asking }) {
      const answer = await ask(`${host}: ${inEnglish(askedText(asking))}: `, isEchoed)
      return answer === '' ? null : answer
    },
  }
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
