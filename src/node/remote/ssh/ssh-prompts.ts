// Prompts to the user during a connection. Null means that the user declines: the next authentication method is tried.
import { inEnglish, message, type Text } from '#core/messages/message.ts'
import type { HostKeyQuestion } from './host-key-check.ts'

export type SecretQuestion = Readonly<{
  host: string
  /** The prompt's subject: `Passphrase for ~/.ssh/id_ed25519`. */
  text: Text
  isEchoed: boolean
  /** Reason why the previous answer failed, as a sentence; null for the first. */
  problem: Text | null
}>

/** The prompt as shown to the user. */
export function askedText({ text, problem }: Pick<SecretQuestion, 'text' | 'problem'>): Text {
  return problem === null ? text : message('hosts.askedAgain', { problem, text })
}

export type SshPrompts = Readonly<{
  confirmHostKey(question: HostKeyQuestion): Promise<boolean>
  askSecret(question: SecretQuestion): Promise<string | null>
}>

/** For callers without a user. */
export const noPrompts: SshPrompts = {
  confirmHostKey: () => Promise.resolve(false),
  askSecret: () => Promise.resolve(null),
}

/** A host's own prompt for a code, which is valid once. Prompts for passwords and passphrases of keys are messages. */
export function isOneTime({ text, isEchoed }: Pick<SecretQuestion, 'text' | 'isEchoed'>): boolean {
  return isEchoed || (typeof text === 'string' && oneTimeWords.test(text))
}

const oneTimeWords =
  /code|otp|one[- ]?time|token|second factor|two-factor|duo|[2m]fa|challenge|response|verif|authenticator|yubi|验证码|动态|一次性/i

/** Prompts once, because a reconnection must not prompt again. Answers stay in memory only. */
export function rememberingPrompts(prompts: SshPrompts): SshPrompts & { forget(): void } {
  const answers = new Map<string, string>()
  return {
    confirmHostKey: (question) => prompts.confirmHostKey(question),
    async askSecret(question) {
      if (isOneTime(question)) return prompts.askSecret(question)
      const key = `${question.host}\n${inEnglish(question.text)}`
      if (question.problem !== null) answers.delete(key)
      const answer = answers.get(key) ?? (await prompts.askSecret(question))
      if (answer !== null) answers.set(key, answer)
      return answer
    },
    forget: () => answers.clear(),
  }
}
