// A feature's target of `--on` that requests machines: they are queued, exclude other targets, and are kept for a whole sweep.
import type { Message, MessageWithRemedy } from '#core/messages/message.ts'
import type { FlagRecords } from './flag.ts'

export type Place = Readonly<{ on: string | null }>

export type SenderTraits = Readonly<{
  /** Start of the value of `--on`: `kubernetes:`. */
  prefix: string
  flags: FlagRecords
  /** Number of machines that send the load. */
  count(config: Place): number
  /** Whether a host can request the machines; present if the name after the prefix is a host. */
  isOffered?(facts: Readonly<{ hasSlurm: boolean }>): boolean
  /** Problem of a prefix without a name; this and the next are present if the name is not a host. */
  unnamed?: Message
  /** Problem of a server that only this computer can reach. */
  serverHere?(url: string): MessageWithRemedy
}>

export function isSentBy(on: string | null, prefix: string): boolean {
  return on?.startsWith(prefix) ?? false
}

/** Common parts of flags for loads whose `--on` begins with the prefix. */
export function ofLoadSentBy(prefix: string) {
  return {
    section: 'target',
    knownTo: 'kneepoint',
    appliesTo: ({ on }: Place) => isSentBy(on, prefix),
  } as const
}
