// Cache of workloads, prepared once per machine. A cached file contains the texts of the bodies, which the load generator reads
// from it, then the columns, then their position and a checksum.
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { Preparation } from '#contract/preparation-protocol.ts'
import type { PlannedBodies, PlannedText } from '#core/protocol/requests/planned-bodies.ts'
import type { KeptFiles } from '#node/files/kept-files.ts'
import { usualStore } from '#node/files/kept-values.ts'
import type { PrivateFile } from '#node/files/private-file.ts'
import type { AskedPrompt } from '#node/tokenizer/align-prompts.ts'
import type { PlannedWorkload } from './planned-workload.ts'

/** A prepared workload without its run-specific parts. */
export type KeptWorkload = Readonly<{
  planned: PlannedWorkload
  prepared: Pick<
    Preparation,
    | 'lengths'
    | 'outputTokensAsked'
    | 'reusableTokens'
    | 'beyond'
    | 'endS'
    | 'hasTokenizer'
    | 'notes'
  >
  /** The server must count the same tokens; null if it was not queried. */
  firstPrompt: AskedPrompt
  /** False if prompts were cut for this server. */
  isForAnyServer: boolean
  /** Repeated tokens by request, if prompts should be new to the server. */
  repetitions: Float64Array | null
  /** Prefix of the ids of requests and conversations. */
  requestIdPrefix: string
}>

type TextPlace = Readonly<{ startsAt: number; length: number | null }>

const endBytes = 24
/** Texts of smaller workloads are read into memory. */
const mostBytesInMemory = 64e6

export class KeptWorkloads {
  readonly files: KeptFiles
  /** Version of the code that prepares workloads. */
  readonly program: string
  /** A workload that is prepared in less time is not cached. */
  readonly leastMs: number

  constructor(files: KeptFiles, program: string, leastMs = 150) {
    this.files = files
    this.program = program
    this.leastMs = leastMs
  }

  /** Reads a workload into `file`, which must be empty. Null if it is not cached; a damaged one is removed. */
  take(key: string, file: PrivateFile): KeptWorkload | null {
    try {
      return file.adopt((path) => this.files.take(key, path)) ? readWorkload(file) : null
    } catch {
      file.close()
      this.files.drop(key)
      return null
    }
  }

  /** Caches a workload whose long texts are in `file`. A workload that cannot be cached is prepared again by the next run. */
  keep(key: string, workload: KeptWorkload, file: PrivateFile): void {
    file.flush()
    try {
      appendWorkload(workload, file)
      this.files.keep(key, file.written())
    } catch {
      file.dropUnwritten()
    }
  }
}

function appendWorkload(workload: KeptWorkload, file: PrivateFile): void {
  const { bodies, warmUp } = workload.planned
  const write = ({ texts }: PlannedBodies) =>
    texts.map((text): TextPlace => {
      if (!(text instanceof Uint8Array)) return { startsAt: text.startsAt, length: null }
      return { startsAt: startOf(file.append(text)), length: text.length }
    })
  const texts = [write(bodies), ...(warmUp === undefined ? [] : [write(warmUp.bodies)])]
  const columns = serialize({ workload: withTexts(workload, [[], []]), texts })
  const startsAt = startOf(file.append(columns))
  const end = Buffer.alloc(endBytes)
  end.writeDoubleLE(startsAt, 0)
  end.writeDoubleLE(columns.length, 8)
  end.writeUInt32LE(checksum(file, file.length), 16)
  file.append(end)
}

function readWorkload(file: PrivateFile): KeptWorkload {
  const of = file.partAt(0)
  const read = (from: number, length: number) => file.read({ of, from, to: from + length })
  const end = read(file.length - endBytes, endBytes)
  const [startsAt, length] = [end.readDoubleLE(0), end.readDoubleLE(8)]
  const isWhole =
    startsAt + length + endBytes === file.length &&
    checksum(file, file.length - endBytes) === end.readUInt32LE(16)
  if (!isWhole) throw new Error('The file of a kept workload is damaged.')
  const columns = read(startsAt, length)
  const { workload, texts } = deserialize(columns) as {
    workload: KeptWorkload
    texts: readonly (readonly TextPlace[])[]
  }
  const isSmall = startsAt <= mostBytesInMemory
  const textOf = ({ startsAt, length }: TextPlace): PlannedText =>
    isSmall && length !== null ? read(startsAt, length) : file.partAt(startsAt)
  return withTexts(
    workload,
    texts.map((list) => list.map(textOf)),
  )
}

const checkedTogetherBytes = 2 ** 20

/** CRC-32 of all bytes before `until`. */
function checksum(file: PrivateFile, until: number): number {
  const of = file.partAt(0)
  let sum = 0
  for (let from = 0; from < until; from += checkedTogetherBytes) {
    sum = crc32(file.read({ of, from, to: Math.min(until, from + checkedTogetherBytes) }), sum)
  }
  return sum
}

function withTexts(
  workload: KeptWorkload,
  [texts = [], warmUpTexts = []]: readonly (readonly PlannedText[])[],
): KeptWorkload {
  const { bodies, warmUp } = workload.planned
  const planned = {
    ...workload.planned,
    bodies: { ...bodies, texts },
    ...(warmUp && { warmUp: { ...warmUp, bodies: { ...warmUp.bodies, texts: warmUpTexts } } }),
  }
  return { ...workload, planned }
}

function startOf({ of, from }: ReturnType<PrivateFile['append']>): number {
  return of.startsAt + from
}

/** The workload with its ids renamed for another run. */
export function withPrefix(workload: KeptWorkload, requestIdPrefix: string): KeptWorkload {
  const { planned, requestIdPrefix: before } = workload
  if (before === requestIdPrefix) return workload
  const renamed = (id: string) => requestIdPrefix + id.slice(before.length)
  const { requestIds, conversations } = planned
  return {
    ...workload,
    planned: {
      ...planned,
      requestIds: requestIds.map((id) => id && renamed(id)),
      ...(conversations && {
        conversations: { ...conversations, ids: conversations.ids.map(renamed) },
      }),
    },
    requestIdPrefix,
  }
}

/** Null if nothing can be cached. */
export function usualKeptWorkloads(): KeptWorkloads | null {
  const store = usualStore()
  return store && new KeptWorkloads(store.files, store.program)
}
