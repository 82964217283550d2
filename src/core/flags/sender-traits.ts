// A target of `--on` beside hosts and Slurm jobs, as features bring them: queued, named alone, and kept for a whole sweep.
import type { Message } from '#core/messages/message.ts'
import type { FlagRecords } from './flag.ts'

export type Place = Readonly<{ on: string | null }>

/** Benchmark settings that decide how many machines send the load. */
export type LoadSenders = Place & Readonly<{ loadNodes: number; loadTasksPerNode: number }>

export type SenderTraits = Readonly<{
  /** Start of the value of `--on`: `kubernetes:`. */
  prefix: string
  flags: FlagRecords
  /** Problem of a prefix without a name. */
  unnamed: Message
  /** Number of machines that send the load. */
  count(config: LoadSenders): number
  /** Problem of a server that only this computer reaches. */
  serverHere(url: string): Readonly<{ problem: Message; remedy: Message }>
}>

/** Common parts of flags for loads that `isSent` sends. */
export function ofLoadSentBy(isSent: (on: string | null) => boolean) {
  return {
    section: 'target',
    knownTo: 'kneepoint',
    appliesTo: ({ on }: Place) => isSent(on),
  } as const
}
