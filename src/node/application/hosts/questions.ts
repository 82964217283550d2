// What connections ask a person: shown in every window, answered in any of them.
import { randomUUID } from 'node:crypto'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { HostAnswer, HostQuestion } from '#core/model/host/host.ts'
import type { Events } from '../events.ts'

/** A question before it has a number. */
type Asked = HostQuestion extends infer Question
  ? Question extends HostQuestion
    ? Omit<Question, 'id'>
    : never
  : never

type Pending = Readonly<{ question: HostQuestion; answer(given: HostAnswer | null): void }>

export class Questions {
  readonly #events: Events
  readonly #pending = new Map<string, Pending>()

  constructor(events: Events) {
    this.#events = events
  }

  /** Open questions. */
  list(): HostQuestion[] {
    return [...this.#pending.values()].map(({ question }) => question)
  }

  /** Null when it is withdrawn before an answer. */
  ask(asked: Asked): Promise<HostAnswer | null> {
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
      throw new AppError('not-found', message('hosts.questionClosed'), {
        remedy: message('hosts.questionClosed.remedy'),
      })
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
