// Copies a Node to a host that has none. Afterwards it is complete and runs there, or all of it is removed.
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { FoundNode } from '#core/host/found-nodes.ts'
import { message, textOf } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { SentBytes } from '#core/model/run/benchmark-step.ts'
import { endAndOutput, type Host, type ProgramOutcome } from '../host.ts'
import type { OwnNode } from './own-node.ts'
import { stallWatch, type StallWatch } from './stall-watch.ts'

type NodeTransfer = Readonly<{
  node: OwnNode
  /** Folder of our programs. */
  folder: string
  /** Whether the host can decompress. */
  unpacks: boolean
  onSent: (sent: SentBytes) => void
  signal: AbortSignal
}>

/** Exit code of the script if our Node does not run. */
const runsNot = 9

/**
 * Verified by checksum, because a broken connection looks like the end of the data. The program runs once before it is renamed,
 * because a build for one libc might not run with another.
 */
const takeScript = `
umask 077
part=$1/part-$$-$2
mkdir -p "$1" || exit 1
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM
$4 >"$part" || exit 1
sum=$(sha256sum <"$part") || exit 1
[ "\${sum%% *}" = "$3" ] || { echo 'what arrived is not what was sent' >&2; exit 1; }
chmod 700 "$part" || exit 1
"$part" --version || exit ${runsNot}
mv "$part" "$1/$2"`

/** A connection may be slow, but must not stall. */
const longestStallMs = 60_000
/** Interval of progress reports. */
const tellEveryMs = 250
/** Compresses almost as well, in a quarter of the time. */
const packing = { level: 3 }

export async function sendNode(host: Host, sending: NodeTransfer): Promise<FoundNode> {
  const stall = stallWatch(longestStallMs)
  const { node, folder, signal } = sending
  try {
    const outcome = await taken(host, { ...sending, stall })
    return { program: `${folder}/${node.fileName}`, version: versionFrom(host, outcome) }
  } catch (error) {
    throw whyNotSent(host, error, { signal, stall })
  } finally {
    stall.end()
  }
}

async function taken(host: Host, sending: WatchedTransfer): Promise<ProgramOutcome> {
  const { node, folder, unpacks, stall } = sending
  const end = AbortSignal.any([sending.signal, stall.signal])
  const words = [folder, node.fileName, node.sha256, unpacks ? 'gunzip -c' : 'cat']
  const command = { argv: ['sh', '-c', takeScript, 'kneepoint', ...words] }
  const program = await host.start(command, end)
  const feeding = new AbortController()
  const stop = AbortSignal.any([end, feeding.signal])
  program.stdin.on('error', () => feeding.abort())
  const fed = feed(program.stdin, { ...sending, signal: stop })
  try {
    return await Promise.race([
      endAndOutput(program, { host, command }),
      aborted(end),
      unlessStopped(fed, stop),
    ])
  } catch (error) {
    program.kill()
    throw error
  } finally {
    feeding.abort()
  }
}

/** A program that does not read all input reports the reason when it exits. */
async function unlessStopped(fed: Promise<void>, stop: AbortSignal): Promise<never> {
  try {
    await fed
  } catch (error) {
    if (!stop.aborted) throw error
  }
  return new Promise(() => undefined)
}

type WatchedTransfer = NodeTransfer & Readonly<{ stall: StallWatch }>

async function feed(stdin: Writable, feeding: WatchedTransfer): Promise<void> {
  const { node, unpacks, onSent, stall, signal } = feeding
  await pipeline(
    createReadStream(node.file),
    counted(node.bytes, onSent),
    unpacks ? createGzip(packing) : new PassThrough(),
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        if (!stdin.write(piece)) await once(stdin, 'drain', { signal })
        stall.moved()
      }
      stdin.end()
    },
    { signal },
  )
}

function counted(totalBytes: number, onSent: NodeTransfer['onSent']) {
  return async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sentBytes = 0
    let reportedAtMs = performance.now()
    onSent({ sentBytes, totalBytes })
    for await (const piece of pieces) {
      yield piece
      sentBytes += piece.length
      if (performance.now() - reportedAtMs < tellEveryMs && sentBytes < totalBytes) continue
      reportedAtMs = performance.now()
      onSent({ sentBytes, totalBytes })
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = () => reject(new Error('stopped'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

function versionFrom(host: Host, { code, stdout, stderr }: ProgramOutcome): string {
  if (code === 0) return stdout.toString().trim()
  const said =
    stderr.toString().trim().split('\n').at(-1) || message('hosts.exitCode', { code: String(code) })
  if (code === runsNot) {
    throw appError(
      'host-failed',
      'hosts.ourNodeFails',
      { host: host.name, why: said },
      { field: 'on' },
    )
  }
  throw appError(
    'host-failed',
    'hosts.nodeNotSent',
    { host: host.name, why: said },
    { field: 'on' },
  )
}

type Reasons = Readonly<{ signal: AbortSignal; stall: StallWatch }>

function whyNotSent(host: Host, error: unknown, { signal, stall }: Reasons): unknown {
  if (signal.aborted) {
    return new AppError('cancelled', message('hosts.nodeNotSentCancelled', { host: host.name }))
  }
  if (stall.signal.aborted) {
    return appError('host-failed', 'hosts.nodeStalled', {
      host: host.name,
      seconds: longestStallMs / 1000,
    })
  }
  if (error instanceof AppError && error.code === 'host-failed') return error
  return appError(
    'host-unreachable',
    'hosts.nodeNotSentBecause',
    { host: host.name, why: textOf(error) },
    { cause: error },
  )
}
