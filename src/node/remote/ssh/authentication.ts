// The ways in that are offered to a host, one after the other: agent, keys, questions, password.
import { readFile } from 'node:fs/promises'
import ssh2, { type AnyAuthMethod, type ParsedKey } from 'ssh2'
import { message, type Text } from '#core/messages/message.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { identityAgent } from './identity-agent.ts'
import type { SshPrompts } from './ssh-prompts.ts'
import type { SshHop } from './ssh-route.ts'

type Offer = Readonly<{
  /** As the host names it. */
  way: 'publickey' | 'keyboard-interactive' | 'password'
  /** Null where there turned out to be nothing to offer. */
  method(): Promise<AnyAuthMethod | null>
}>

export type Authentication = Readonly<{
  /** The next way in, of those that are left; null when there is none. */
  next(waysLeft: readonly string[] | null): Promise<AnyAuthMethod | null>
  /** What was offered, for the sentence that says it was refused. */
  tried(): readonly string[]
}>

export function authentication(hop: SshHop, prompts: SshPrompts): Authentication {
  const offers = [...offersFor(hop, prompts)]
  const tried: string[] = []
  return {
    async next(waysLeft) {
      // An empty attempt returns the methods that the server offers.
      if (waysLeft === null) return { type: 'none', username: hop.user }
      for (let offer = offers.shift(); offer !== undefined; offer = offers.shift()) {
        if (!waysLeft.includes(offer.way)) continue
        const offered = await offer.method()
        if (offered === null) continue
        tried.push(offer.way)
        return offered
      }
      return null
    },
    tried: () => [...new Set(tried)],
  }
}

function* offersFor(hop: SshHop, prompts: SshPrompts): Generator<Offer> {
  const { user: username } = hop
  const ask = async (text: Text, isEchoed = false) => {
    const secret = await prompts.askSecret({ host: hop.destination, text, isEchoed })
    rememberSecrets([secret])
    return secret
  }
  const { agentSocket } = hop
  if (agentSocket !== null) {
    yield {
      way: 'publickey',
      method: async () => ({
        type: 'agent',
        username,
        agent: await identityAgent(agentSocket, hop),
      }),
    }
  }
  for (const file of hop.identityFiles) {
    yield {
      way: 'publickey',
      async method() {
        const key = await privateKey(file, ask)
        return key === null ? null : { type: 'publickey', username, key }
      },
    }
  }
  yield {
    way: 'keyboard-interactive',
    method: () =>
      Promise.resolve({
        type: 'keyboard-interactive',
        username,
        prompt: (_name, instructions, _language, questions, finish) => {
          void answersTo(questions, { instructions, ask }).then(finish)
        },
      }),
  }
  yield {
    way: 'password',
    async method() {
      const password = await ask(message('hosts.password', { user: username }))
      return password === null ? null : { type: 'password', username, password }
    },
  }
}

/** Null where there is no such file, or its passphrase is unknown. */
async function privateKey(
  file: string,
  ask: (text: Text) => Promise<string | null>,
): Promise<ParsedKey | null> {
  const text = await readFile(file).catch(() => null)
  if (text === null) return null
  const key = ssh2.utils.parseKey(text)
  if (!(key instanceof Error)) return key
  if (!/passphrase|encrypted/i.test(key.message)) return null
  const passphrase = await ask(message('hosts.passphrase', { file }))
  if (passphrase === null) return null
  const opened = ssh2.utils.parseKey(text, passphrase)
  return opened instanceof Error ? null : opened
}

type Question = Readonly<{ prompt: string; echo?: boolean }>

async function answersTo(
  questions: readonly Question[],
  {
    instructions,
    ask,
  }: Readonly<{
    instructions: string
    ask(text: Text, isEchoed: boolean): Promise<string | null>
  }>,
): Promise<string[]> {
  const answers: string[] = []
  for (const { prompt, echo = false } of questions) {
    const text = [instructions, prompt].filter((part) => part !== '').join('\n')
    answers.push((await ask(text.trim(), echo)) ?? '')
  }
  return answers
}
