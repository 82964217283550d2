// What a host asks while a connection is made: kept secrets first, then anyone who sits at a window.
import { inEnglish, type Text } from '#core/messages/message.ts'
import type { SshPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import type { SecretStore } from '../secret-store.ts'
import type { Questions } from './questions.ts'

type PromptsOptions = Readonly<{
  hostId: string
  questions: Questions
  secrets: SecretStore
  /** Whether a caller waits for this connection; otherwise the user is not asked. */
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
    async askSecret({ host: machine, text, isEchoed }) {
      const name = secretName(hostId, machine, text)
      const kept = secrets.read(name)
      if (kept !== null || !isAttended()) return kept
      // One-time codes are shown while they are typed, and no use the next time.
      const canBeKept = secrets.canKeep && !isEchoed
      const asked = { kind: 'secret', hostId, machine, text, isEchoed, canBeKept } as const
      const answer = await questions.ask(asked)
      if (answer?.kind !== 'secret' || answer.secret === null) return null
      if (canBeKept && answer.isKept) secrets.write(name, answer.secret)
      return answer.secret
    },
  }
}

/** All secrets of one host begin like this. */
export function secretPrefix(hostId: string): string {
  return `host ${hostId} `
}

function secretName(hostId: string, machine: string, text: Text): string {
  return `${secretPrefix(hostId)}${machine} ${inEnglish(text)}`
}
