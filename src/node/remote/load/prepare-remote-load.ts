// Ensures that a host can send load: a Node that fits, and our generator beside it.
import { createHash } from 'node:crypto'
import {
  buildName,
  type FoundNode,
  isGlibcTooOld,
  neededNode,
  nodeBuildFor,
  noUsableNode,
  usableNode,
} from '#core/host/found-nodes.ts'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SentBytes } from '#core/model/run/benchmark-step.ts'
import { bundledFile } from '#node/files/own-file.ts'
import type { Host } from '../host.ts'
import { writeHostFile } from '../host-files.ts'
import { runScript } from '../run-program.ts'
import { lookForNode, type RemotePlace } from './find-node.ts'
import { ownNode, type OwnNode } from './own-node.ts'
import { sendNode } from './send-node.ts'

type Preparing = Readonly<{
  /** Called while a Node is copied; a host that has one gets none. */
  onSent?: (sent: SentBytes) => void
  signal?: AbortSignal
  /** Another one than this computer's. */
  nodeFor?: typeof ownNode
}>

type RemoteLoadFiles = Readonly<{ node: FoundNode; program: string }>

/** What was not used for long, and interrupted copies. */
const tidyScript = `
find "$1" -maxdepth 1 \\( -name '*.mjs' -o -name 'node-*' \\) -mtime +30 -exec rm -f {} + 2>/dev/null
find "$1" -maxdepth 1 \\( -name 'part-*' -o -name '*.part' \\) -mtime +0 -exec rm -f {} + 2>/dev/null
true`

const never = new AbortController().signal

export async function prepareRemoteLoad(
  host: Host,
  { onSent = () => undefined, signal = never, nodeFor = ownNode }: Preparing = {},
): Promise<RemoteLoadFiles> {
  const program = await remoteProgram()
  const place = await lookForNode(host, program.fileName, signal)
  const found = usableNode(nodesFor(host, place))
  const path = `${place.folder}/${program.fileName}`
  const isThere = place.sha256 === program.sha256
  if (found !== null && isThere) return { node: found, program: path }
  const node = found ?? (await send())
  if (!isThere) await put(host, path, program)
  await runScript(host, tidyScript, { args: [place.folder], signal })
  return { node, program: path }

  async function send(): Promise<FoundNode> {
    const own = await nodeThatFits(host, place, nodeFor)
    return sendNode(host, { ...place, node: own, onSent, signal })
  }
}

/** How much a Node that has to be sent is; null where one is there. Throws where neither is possible. */
export async function checkRemoteLoad(
  host: Host,
  { signal, nodeFor = ownNode }: Preparing = {},
): Promise<Readonly<{ nodeBytes: number | null }>> {
  const place = await lookForNode(host, (await remoteProgram()).fileName, signal)
  if (usableNode(nodesFor(host, place)) !== null) return { nodeBytes: null }
  return { nodeBytes: (await nodeThatFits(host, place, nodeFor)).bytes }
}

/** Of those that are there, which may be taken: all, or what we sent before. */
function nodesFor({ takesOurNode }: Host, { nodes, folder }: RemotePlace): readonly FoundNode[] {
  return takesOurNode ? nodes.filter(({ program }) => program.startsWith(`${folder}/`)) : nodes
}

function put(host: Host, path: string, { text }: RemoteProgram): Promise<void> {
  return writeHostFile(host, { path, contents: text, mode: '700' })
}

/** Throws where there is none, or where it is known not to run there. */
async function nodeThatFits(
  host: Host,
  { nodes, machine, libc }: RemotePlace,
  nodeFor: typeof ownNode,
): Promise<OwnNode> {
  const build = nodeBuildFor(machine)
  const lacks = host.takesOurNode
    ? message('hosts.ourNode', { host: host.name })
    : noUsableNode(nodes, host.name)
  if (build === null) {
    throw byHand(
      message('hosts.noBuildForMachine', {
        lacks,
        machine: machine || message('hosts.machineUnknown'),
      }),
    )
  }
  if (isGlibcTooOld(libc)) {
    throw byHand(message('hosts.oldGlibc', { lacks, version: libc }))
  }
  const own = await nodeFor(build)
  if (own !== null) return own
  throw byHand(message('hosts.noBuildHere', { lacks, build: buildName(build) }))
}

function byHand(problem: Text): AppError {
  return new AppError('host-failed', problem, {
    field: 'on',
    remedy: message('hosts.installNode', { node: neededNode }),
  })
}

// The load generator as it is copied to hosts: one file, identified by its checksum.

type RemoteProgram = Readonly<{
  /** Distinguishes it from other versions. */
  fileName: string
  text: string
  sha256: string
}>

let known: Promise<RemoteProgram> | null = null

function remoteProgram(): Promise<RemoteProgram> {
  return (known ??= readProgram())
}

async function readProgram(): Promise<RemoteProgram> {
  const text = await bundledFile({ folder: 'remote', name: 'load-generator.mjs' })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { fileName: `load-generator-${sha256.slice(0, 16)}.mjs`, text, sha256 }
}
