// A machine that runs programs, with two primitives: start a program, open a connection to a port. Everything else – files,
// facts, servers – is built from these, so this computer and a remote one behave alike.
import { message, type Text } from '#core/messages/message.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { Duplex, Readable, Writable } from 'node:stream'

export type HostCommand = Readonly<{
  /** The program and its arguments, byte for byte. Every user of the host can read them: no secrets. */
  argv: readonly string[]
  /** Added to the environment; as readable as the arguments. */
  environment?: Readonly<Record<string, string>>
}>

export type ProgramEnd = Readonly<{
  /** Null when a signal ended it. */
  code: number | null
  signal: string | null
}>

export type ProgramOutcome = ProgramEnd & Readonly<{ stdout: Buffer; stderr: Buffer }>

export type RunningProgram = Readonly<{
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** Settles when the program has ended and all its output is read; rejects if the connection broke. */
  ended: Promise<ProgramEnd>
  kill(): void
}>

export type GeneratorPlaces = Readonly<{
  /** A file of its image, used if its version is ours. */
  inImage: string | null
  /** A mounted folder with the packed generator. */
  mounted: string | null
  /** Whether it may come from elsewhere than the image. */
  isElsewhere: boolean
}>

export type Host = Readonly<{
  /** Name for messages: "gpu-03". */
  name: string
  /** Whether it is this computer, whose ports need no tunnel. */
  isHere: boolean
  /** Address at which its ports may be reachable directly; null if there is none. */
  directAddress: string | null
  /** Load is sent by the Node that we copy, even if the host has another one. */
  takesOurNode?: boolean
  /** Places in a pod that may contain the load generator without a copy. */
  generator?: GeneratorPlaces
  start(command: HostCommand, signal?: AbortSignal): Promise<RunningProgram>
  /** Connects to an address as resolved on the host. */
  connect(address: string, port: number): Promise<Duplex>
  /** Reason why a program ended early, if more is known than its exit code or the broken connection. */
  whyEnded?(code: number | null): Promise<AppError | null>
  close(): Promise<void>
}>

/** The host in a message: this computer has a name in each language. */
export function hostText({ name, isHere }: Pick<Host, 'name' | 'isHere'>): Text {
  return isHere ? message('hosts.thisComputer') : name
}
