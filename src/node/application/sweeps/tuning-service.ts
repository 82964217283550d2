// Interface for features that choose a sweep's settings: parses their files, and checks a setting before it is measured.
import type { Message, Text } from '#core/messages/message.ts'
import type { AppError } from '#core/model/app-error.ts'
import type { SweepFile, SweepPoint } from '#core/model/sweep.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import type { KnownPlaces } from './file-servers.ts'
import type { SweepNotes } from './sweep-notes.ts'

export type OpenedFile = SweepFile &
  Readonly<{
    /** Reasons why flags of its preset do not vary. */
    leftOut: readonly Text[]
  }>

export type PointCheck = Readonly<{
  server: ReadyServer
  notes: SweepNotes
  /** Reason why the server's host is unreachable; null if it is reachable. */
  hostLoss: () => Promise<AppError | null>
  signal: AbortSignal
}>

export type TuningService = Readonly<{
  /** Null for a file of another kind. Queries no host, because it might not be connected. */
  open(text: string, places: KnownPlaces): OpenedFile | null
  /** Reason to skip the point, now that its server runs. Rejects if the host was lost, which leaves the setting unchecked. */
  refusalOf(point: SweepPoint, check: PointCheck): Promise<Message | null>
}>
