// Prompts from hosts during a connection, answered on the terminal.
import type { HostAnswer, HostQuestion } from '#core/model/host.ts'
import { terminalPrompts } from '../server/terminal-prompts.ts'
import type { Client, News } from '#node/application/services/client-of.ts'

export function answerQuestions(client: Client, news: News): void {
  news.on((event) => {
    if (event.type === 'host-question') void answer(event.question, client)
  })
}

async function answer(question: HostQuestion, client: Client): Promise<void> {
  await client.hosts.answer({ id: question.id, answer: await answerTo(question) })
}

async function answerTo(question: HostQuestion): Promise<HostAnswer> {
  const prompts = terminalPrompts()
  const host = question.machine
  return question.kind === 'host-key'
    ? {
        kind: 'host-key',
        isTrusted: await prompts.confirmHostKey({ ...question, host }),
      }
    : {
        kind: 'secret',
        secret: await prompts.askSecret({ ...question, host, problem: null }),
        isKept: false,
      }
}
