// A machine that programs are run on. Two primitives: start a program, open a connection to a port.
// Everything else – files, facts, servers – is built from these, so this computer and a far one behave alike.
import { message, type Text } from '#core/messages/message.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { Duplex, Readable, Writable } from 'node:stream'

export type HostCommand = Readonly<{
  /** The program and its arguments, byte for byte. Every user of the host can read them: no secrets. */
  argv: readonly string[]
  /** Added to the environment; as readable as the words. */
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
  /** Settles when the program is gone and all it said was read; rejects when the connection broke. */
  ended: Promise<ProgramEnd>
  kill(): void
}>

export type GeneratorPlaces = Readonly<{
  /** A file of its image, used where it is of our version. */
  inImage: string | null
  /** A folder with the packed one. */
  mounted: string | null
  /** It may come from elsewhere than the image. */
  isElsewhere: boolean
}>

export type Host = Readonly<{
  /** For sentences: "gpu-03". */
  name: string
  /** This computer: its ports need no way to lead there. */
  isHere: boolean
  /** Where its ports may be reached without us; null where there is no such address. */
  directAddress: string | null
  /** Load comes from the Node we send, though another one may be there. */
  takesOurNode?: boolean
  /** Of a pod: where the load generator may be without being copied. */
  generator?: GeneratorPlaces
  start(command: HostCommand, signal?: AbortSignal): Promise<RunningProgram>
  /** To a port as the host sees it. */
  connect(address: string, port: number): Promise<Duplex>
  /** Why a program there ended early, where more is known than its exit code or that the connection broke. */
  whyEnded?(code: number | null): Promise<AppError | null>
  close(): Promise<void>
}>

/** The host in a message: this computer has a name in each language. */
export function hostText({ name, isHere }: Pick<Host, 'name' | 'isHere'>): Text {
  return isHere ? message('hosts.thisComputer') : name
}
