// The authentication methods offered to a host, one after the other: agent, keys, questions, password.
import { readFile } from 'node:fs/promises'
import ssh2, {
  type AnyAuthMethod,
  type ParsedKey,
  type BaseAgent,
  type IdentityCallback,
} from 'ssh2'
import { message, type Text } from '#core/messages/message.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import type { SecretQuestion, SshPrompts } from './ssh-prompts.ts'
import type { SshHop } from './ssh-route.ts'

type Offer = Readonly<{
  /** Name of the method in the protocol. */
  way: 'publickey' | 'keyboard-interactive' | 'password'
  /** Null if there is nothing to offer. */
  method(): Promise<AnyAuthMethod | null>
}>

export type Authentication = Readonly<{
  /** The next of the remaining methods; null if there is none. */
  next(waysLeft: readonly string[] | null, isPartial?: boolean): Promise<AnyAuthMethod | null>
  /** True if the host refused an answer of the user. */
  isAnswerRefused(): boolean
  /** Methods offered, for the error message. */
  tried(): readonly string[]
}>

export function authentication(hop: SshHop, prompts: SshPrompts): Authentication {
  const answers = new Answers()
  const offers = [...offersFor(hop, prompts, answers)]
  const tried: string[] = []
  return {
    async next(waysLeft, isPartial = false) {
      answers.settle(isPartial)
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
    isAnswerRefused: () => answers.isRefused,
    tried: () => [...new Set(tried)],
  }
}

/** Number of attempts, as in ssh. */
const mostAnswers = 3

/** Outcome of the user's answers, over all authentication methods that ask for one. */
class Answers {
  #given = 0
  #isOpen = false
  isRefused = false

  get isUsedUp(): boolean {
    return this.#given >= mostAnswers
  }

  give(): void {
    this.#given += 1
    this.#isOpen = true
  }

  /** The host wants more: another factor if it accepted the answer, else another answer. */
  settle(isAccepted: boolean): void {
    if (this.#isOpen) this.isRefused = !isAccepted
    this.#isOpen = false
  }
}

type Ask = (
  text: Text,
  more?: Partial<Omit<SecretQuestion, 'host' | 'text'>>,
) => Promise<string | null>

function* offersFor(hop: SshHop, prompts: SshPrompts, answers: Answers): Generator<Offer> {
  const { user: username } = hop
  const ask: Ask = async (text, more) => {
    const question = { host: hop.destination, text, isEchoed: false, problem: null, ...more }
    const secret = await prompts.askSecret(question)
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
  yield* repeated(answers, 'keyboard-interactive', async (problem, give) =>
    Promise.resolve({
      type: 'keyboard-interactive',
      username,
      prompt: (_name, instructions, _language, questions, finish) => {
        void answersTo(questions, { instructions, problem, ask }).then((given) => {
          if (given.some((answer) => answer !== null)) give()
          finish(given.map((answer) => answer ?? ''))
        })
      },
    }),
  )
  yield* repeated(answers, 'password', async (problem, give) => {
    const password = await ask(message('hosts.password', { user: username }), { problem })
    if (password === null) return null
    give()
    return { type: 'password', username, password }
  })
}

/** Repeats a method after each refused answer, until there is no answer. */
function* repeated(
  answers: Answers,
  way: Offer['way'],
  method: (problem: Text | null, give: () => void) => Promise<AnyAuthMethod | null>,
): Generator<Offer> {
  let isAnswered = true
  for (let time = 0; time < mostAnswers; time++) {
    yield {
      way,
      method() {
        if (!isAnswered || answers.isUsedUp) return Promise.resolve(null)
        isAnswered = false
        return method(time === 0 ? null : message('hosts.answerRefused'), () => {
          isAnswered = true
          answers.give()
        })
      },
    }
  }
}

/** Null if the file is missing, or its passphrase is unknown. */
async function privateKey(file: string, ask: Ask): Promise<ParsedKey | null> {
  const text = await readFile(file).catch(() => null)
  if (text === null) return null
  const key = ssh2.utils.parseKey(text)
  if (!(key instanceof Error)) return key
  if (!/passphrase|encrypted/i.test(key.message)) return null
  for (let time = 0; time < mostAnswers; time++) {
    const problem = time === 0 ? null : message('hosts.passphraseWrong')
    const passphrase = await ask(message('hosts.passphrase', { file }), { problem })
    if (passphrase === null) return null
    const opened = ssh2.utils.parseKey(text, passphrase)
    if (!(opened instanceof Error)) return opened
  }
  return null
}

type Question = Readonly<{ prompt: string; echo?: boolean }>

async function answersTo(
  questions: readonly Question[],
  {
    instructions,
    problem,
    ask,
  }: Readonly<{ instructions: string; problem: Text | null; ask: Ask }>,
): Promise<(string | null)[]> {
  const answers: (string | null)[] = []
  for (const { prompt, echo = false } of questions) {
    const text = [instructions, prompt].filter((part) => part !== '').join('\n')
    answers.push(await ask(text.trim(), { isEchoed: echo, problem }))
  }
  return answers
}

/** An SSH agent that offers only the keys that were asked for: a host gives up on us after a handful of wrong ones. */
async function identityAgent(
  socket: string,
  { identitiesOnly, identityFiles }: Pick<SshHop, 'identitiesOnly' | 'identityFiles'>,
): Promise<BaseAgent> {
  if (!identitiesOnly) return ssh2.createAgent(socket)
  const publicKeys = await Promise.all(identityFiles.map(publicKey))
  return new ChosenIdentities(
    socket,
    publicKeys.filter((key) => key !== null),
  )
}

class ChosenIdentities extends ssh2.OpenSSHAgent {
  readonly #chosen: readonly ParsedKey[]

  constructor(socket: string, chosen: readonly ParsedKey[]) {
    super(socket)
    this.#chosen = chosen
  }

  override getIdentities(done: IdentityCallback<ParsedKey>): void {
    super.getIdentities((error, keys = []) => {
      const held = keys.filter((key) => 'equals' in key)
      done(
        error,
        held.filter((key) => this.#chosen.some((chosen) => chosen.equals(key))),
      )
    })
  }
}

/** From `id_ed25519.pub`, or from a private key that is not encrypted. */
async function publicKey(file: string): Promise<ParsedKey | null> {
  for (const place of [`${file}.pub`, file]) {
    const text = await readFile(place).catch(() => null)
    const key = text === null ? null : ssh2.utils.parseKey(text)
    if (key !== null && !(key instanceof Error)) return key
  }
  return null
}
