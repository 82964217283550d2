// Prompts of hosts during connection: answered from stored secrets first, then by the user in any window.
import { randomUUID } from 'node:crypto'
import { inEnglish, message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { HostAnswer, HostQuestion } from '#core/model/host.ts'
import { askedText, isOneTime, type SshPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import type { Events } from '../events.ts'
import type { SecretStore } from '../secret-store.ts'

/** A question without its id. */
type NewQuestion = HostQuestion extends infer Question
  ? Question extends HostQuestion
    ? Omit<Question, 'id'>
    : never
  : never

type PendingQuestion = Readonly<{ question: HostQuestion; answer(given: HostAnswer | null): void }>

export class Questions {
  readonly #events: Events
  readonly #pending = new Map<string, PendingQuestion>()

  constructor(events: Events) {
    this.#events = events
  }

  /** Open questions. */
  list(): HostQuestion[] {
    return [...this.#pending.values()].map(({ question }) => question)
  }

  /** Null if the prompt is withdrawn before it is answered. */
  ask(asked: NewQuestion): Promise<HostAnswer | null> {
    const question = { ...asked, id: randomUUID() }
    return new Promise((resolve) => {
      const answer = (given: HostAnswer | null) => {
        this.#pending.delete(question.id)
        this.#events.publish({ type: 'host-question-closed', id: question.id })
        resolve(given)
      }
      this.#pending.set(question.id, { question, answer })
      this.#events.publish({ type: 'host-question', question })
    })
  }

  answer(id: string, given: HostAnswer): void {
    const pending = this.#pending.get(id)
    if (pending === undefined) {
      throw appError('not-found', 'hosts.questionClosed')
    }
    if (pending.question.kind !== given.kind) {
      throw new AppError(
        'invalid-input',
        message('hosts.questionKind', { kind: pending.question.kind }),
        {
          field: 'answer',
        },
      )
    }
    pending.answer(given)
  }

  withdraw(hostId: string): void {
    for (const { question, answer } of [...this.#pending.values()]) {
      if (question.hostId === hostId) answer(null)
    }
  }
}

type PromptsOptions = Readonly<{
  hostId: string
  questions: Questions
  secrets: SecretStore
  /** Whether a caller waits for this connection; otherwise the user is not prompted. */
  isAttended(): boolean
}>

export function hostPrompts({
  hostId,
  questions,
  secrets,
  isAttended,
}: PromptsOptions): SshPrompts {
  return {
    async confirmHostKey({ host: machine, keyType, fingerprint }) {
      if (!isAttended()) return false
      const asked = { kind: 'host-key', hostId, machine, keyType, fingerprint } as const
      const answer = await questions.ask(asked)
      return answer?.kind === 'host-key' && answer.isTrusted
    },
    async askSecret({ host: machine, isEchoed, ...asking }) {
      const name = `${secretPrefix(hostId)}${machine} ${inEnglish(asking.text)}`
      const isReusable = !isOneTime({ ...asking, isEchoed })
      const kept = isReusable && asking.problem === null ? secrets.read(name) : null
      if (kept !== null || !isAttended()) return kept
      const text = askedText(asking)
      const canBeKept = secrets.canKeep && isReusable
      const asked = { kind: 'secret', hostId, machine, text, isEchoed, canBeKept } as const
      const answer = await questions.ask(asked)
      if (answer?.kind !== 'secret' || answer.secret === null) return null
      if (canBeKept && answer.isKept) secrets.write(name, answer.secret)
      return answer.secret
    },
  }
}

/** Prefix of the names of a host's secrets. */
export function secretPrefix(hostId: string): string {
  return `host ${hostId} `
}
