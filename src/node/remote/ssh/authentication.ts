// The authentication methods offered to a host, one after the other: agent, keys, questions, password.
import { readFile } from 'node:fs/promises'
import ssh2, {
  type AnyAuthMethod,
  type ParsedKey,
  type BaseAgent,
  type IdentityCallback,
  type SignCallback,
  type SigningRequestOptions,
} from 'ssh2'
import { message, type Message, type Text, textOf } from '#core/messages/message.ts'
import { hasCode } from '#node/files/write-file.ts'
import { rememberSecrets } from '#node/crash/known-secrets.ts'
import { isOneTime, type SecretQuestion, type SshPrompts } from './ssh-prompts.ts'
import { readCertificate, withCertificate, withoutCertificate } from './certificates.ts'
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
  /** Kind of the user's last answer, if the host rejected it. */
  refusedAnswer(): AnswerKind | null
  /** Methods offered, for the error message. */
  tried(): readonly string[]
  /** A prompt of the host that got no answer; null without one. */
  unanswered(): UnansweredPrompt | null
}>

/** Answers that include a code are not known to be wrong one by one. */
export type AnswerKind = 'password' | 'code'

export type UnansweredPrompt = Readonly<{
  text: string
  /** A code, or a prompt after a key that the host accepted. */
  isSecondFactor: boolean
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
      // A method that is skipped now may be the next factor.
      for (let index = 0; index < offers.length; index++) {
        const offer = offers[index]
        if (offer === undefined || !waysLeft.includes(offer.way)) continue
        offers.splice(index--, 1)
        const offered = await offer.method()
        if (offered === null) continue
        tried.push(offer.way)
        return offered
      }
      return null
    },
    refusedAnswer: () => answers.refused,
    unanswered: () => answers.missing,
    tried: () => [...new Set(tried)],
  }
}

/** Number of attempts for each factor, as in ssh. */
const mostAnswers = 3

/** Outcome of the user's answers, across all authentication methods with prompts. */
class Answers {
  #given = 0
  #isOpen = false
  #isPartial = false
  #kind: AnswerKind = 'password'
  refused: AnswerKind | null = null
  missing: UnansweredPrompt | null = null

  get isUsedUp(): boolean {
    return this.#given >= mostAnswers
  }

  get problem(): Text {
    return message(this.#kind === 'code' ? 'hosts.codeRefused' : 'hosts.answerRefused')
  }

  give(kind: AnswerKind): void {
    this.#given += 1
    this.#kind = kind
    this.#isOpen = true
  }

  miss(question: Question): void {
    const asked = asSecret(question)
    const isSecondFactor = this.#isPartial || this.#given > 0 || isOneTime(asked)
    this.missing ??= { text: asked.text, isSecondFactor }
  }

  /** The host wants more: another factor if it accepted the answer, otherwise another answer. */
  settle(isAccepted: boolean): void {
    this.#isPartial ||= isAccepted
    if (this.#isOpen) this.refused = isAccepted ? null : this.#kind
    this.#isOpen = false
    if (isAccepted) this.#given = 0
  }
}

function asSecret({ prompt, echo: isEchoed = false }: Question) {
  return { text: prompt.trim(), isEchoed }
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
    rememberSecrets([question.isEchoed ? null : secret])
    return secret
  }
  const { agentSocket } = hop
  for (const file of certificateFiles(hop)) {
    yield { way: 'publickey', method: () => certificateMethod(file, hop, ask) }
  }
  const offered: ParsedKey[] = []
  if (agentSocket !== null) {
    yield {
      way: 'publickey',
      method: async () => ({
        type: 'agent',
        username,
        agent: await identityAgent(agentSocket, hop, offered),
      }),
    }
  }
  for (const file of hop.identityFiles) {
    yield {
      way: 'publickey',
      async method() {
        // A host counts every attempt.
        const known = await publicKey(file)
        if (known !== null && offered.some((one) => one.equals(known))) return null
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
          const isCode = questions.some((question) => isOneTime(asSecret(question)))
          if (given.some((answer) => answer !== null)) give(isCode ? 'code' : 'password')
          const missing = questions[given.indexOf(null)]
          if (missing !== undefined) answers.miss(missing)
          finish(given.map((answer) => answer ?? ''))
        })
      },
    }),
  )
  yield* repeated(answers, 'password', async (problem, give) => {
    const password = await ask(message('hosts.password', { user: username }), { problem })
    if (password === null) return null
    give('password')
    return { type: 'password', username, password }
  })
}

/** Repeats a method after each rejected answer, until the user gives none. */
function* repeated(
  answers: Answers,
  way: Offer['way'],
  method: (problem: Text | null, give: (kind: AnswerKind) => void) => Promise<AnyAuthMethod | null>,
): Generator<Offer> {
  let isAnswered = true
  for (let time = 0; time < mostAnswers; time++) {
    yield {
      way,
      method() {
        if (!isAnswered || answers.isUsedUp) return Promise.resolve(null)
        isAnswered = false
        return method(time === 0 ? null : answers.problem, (kind) => {
          isAnswered = true
          answers.give(kind)
        })
      },
    }
  }
}

/** Null if the file is missing or its passphrase is unknown. */
async function privateKey(file: string, ask: Ask): Promise<ParsedKey | null> {
  const text = await readFile(file).catch(() => null)
  if (text === null) return null
  const key = ssh2.utils.parseKey(text)
  if (!(key instanceof Error)) return key.isPrivateKey() ? key : null
  if (!isLocked(key)) return null
  for (let time = 0; time < mostAnswers; time++) {
    const problem = time === 0 ? null : message('hosts.passphraseWrong')
    const passphrase = await ask(message('hosts.passphrase', { file }), { problem })
    if (passphrase === null) return null
    const opened = ssh2.utils.parseKey(text, passphrase)
    if (!(opened instanceof Error)) return opened
  }
  return null
}

function isLocked({ message: why }: Error): boolean {
  return /passphrase|encrypted/i.test(why)
}

/** Why keys of the hop could not be offered. A usual key that is missing was not expected. */
export async function keyProblems({ identityFiles }: SshHop): Promise<readonly Message[]> {
  const problems = await Promise.all(identityFiles.map(keyProblem))
  return problems.filter((problem) => problem !== null)
}

const usualFile = /[/\\]\.ssh[/\\]id_[a-z0-9_]+$/
const fidoType = /sk-(?:ssh|ecdsa)-/

async function keyProblem(file: string): Promise<Message | null> {
  const text = await readFile(file, 'latin1').catch((error: unknown) => ({ error }))
  if (typeof text !== 'string') {
    if (!hasCode(text.error, ['ENOENT']))
      return message('hosts.keyUnreadable', { file, why: textOf(text.error) })
    return usualFile.test(file) ? null : message('hosts.keyMissing', { file })
  }
  const key = ssh2.utils.parseKey(text)
  if (!(key instanceof Error)) {
    return key.isPrivateKey() ? null : message('hosts.keyPublic', { file })
  }
  if (isLocked(key)) return message('hosts.keyLocked', { file })
  if (text.startsWith('PuTTY')) return message('hosts.keyPutty', { file })
  const content = Buffer.from(text.replace(/^-.*$/gm, ''), 'base64').toString('latin1')
  if (fidoType.test(content)) return message('hosts.keyFido', { file })
  return message('hosts.keyUnreadable', { file, why: key.message })
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

/** Certificates of `~/.ssh/config`, and those beside the keys. */
export function certificateFiles({
  certificateFiles: given,
  identityFiles,
}: Pick<SshHop, 'certificateFiles' | 'identityFiles'>): string[] {
  return [...new Set([...given, ...identityFiles.map((file) => `${file}-cert.pub`)])]
}

/** The certified key is in the agent or in a file. */
async function certificateMethod(
  file: string,
  { user: username, agentSocket, identityFiles }: SshHop,
  ask: Ask,
): Promise<AnyAuthMethod | null> {
  const certificate = await readCertificate(file)
  if (certificate === null) return null
  const isCertified = (key: ParsedKey) => key.getPublicSSH().equals(certificate.publicKey)
  if (agentSocket !== null) {
    const agent = new ChosenIdentities(agentSocket, (keys) =>
      keys.filter(isCertified).map((key) => withCertificate(key, certificate)),
    )
    const held = await new Promise<boolean>((resolve) =>
      agent.getIdentities((error, keys = []) => resolve(!error && keys.length > 0)),
    )
    if (held) return { type: 'agent', username, agent }
  }
  for (const place of identityFiles) {
    const known = await publicKey(place)
    if (known !== null && !isCertified(known)) continue
    const key = await privateKey(place, ask)
    if (key !== null && isCertified(key))
      return { type: 'publickey', username, key: withCertificate(key, certificate) }
  }
  return null
}

/** Keys of `~/.ssh/config` come first or exclusively, as in OpenSSH, because a host disconnects after a handful of wrong ones. */
async function identityAgent(
  socket: string,
  { identitiesOnly, identityFiles }: Pick<SshHop, 'identitiesOnly' | 'identityFiles'>,
  offered: ParsedKey[],
): Promise<BaseAgent> {
  const agent = ssh2.createAgent(socket)
  if (!identitiesOnly && !(agent instanceof ssh2.OpenSSHAgent)) return agent
  const publicKeys = await Promise.all(identityFiles.map(publicKey))
  return new ChosenIdentities(socket, (keys) => {
    const named = publicKeys.flatMap((key) => keys.find((held) => key?.equals(held)) ?? [])
    const others = identitiesOnly ? [] : keys.filter((key) => !named.includes(key))
    offered.push(...named, ...others)
    return [...named, ...others]
  })
}

class ChosenIdentities extends ssh2.OpenSSHAgent {
  readonly #choose: (held: readonly ParsedKey[]) => ParsedKey[]

  constructor(socket: string, choose: (held: readonly ParsedKey[]) => ParsedKey[]) {
    super(socket)
    this.#choose = choose
  }

  override getIdentities(done: IdentityCallback<ParsedKey>): void {
    super.getIdentities((error, keys = []) => {
      done(error, this.#choose(keys.filter((key) => 'equals' in key)))
    })
  }

  override sign(
    key: ParsedKey | Buffer | string,
    data: Buffer,
    options?: SigningRequestOptions | SignCallback,
    done?: SignCallback,
  ): boolean {
    const plain = withoutCertificate(key)
    return typeof options === 'function'
      ? super.sign(plain, data, options)
      : super.sign(plain, data, options, done)
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
