// Ensures that hosts can send load: installs a compatible Node, and the generator beside it.
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
import type { SentBytes, StepDetail } from '#core/model/run/benchmark-step.ts'
import { bundledFile } from '#node/files/own-file.ts'
import { type Host, runScript, writeHostFile } from '../host.ts'
import { ownNode, type OwnNode } from './own-node.ts'
import { sendNode } from './send-node.ts'

/** The load generator as one file, identified by its checksum. */
type RemoteProgram = Readonly<{
  /** Distinguishes it from other versions. */
  fileName: string
  text: string
  sha256: string
}>

let known: Promise<RemoteProgram> | null = null

export function remoteProgram(): Promise<RemoteProgram> {
  return (known ??= readProgram())
}

async function readProgram(): Promise<RemoteProgram> {
  const text = await bundledFile({ folder: 'remote', name: 'load-generator.mjs' })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { fileName: `load-generator-${sha256.slice(0, 16)}.mjs`, text, sha256 }
}

type PrepareOptions = Readonly<{
  /** Called while a Node is copied; not called if the host has one. */
  onSent?: (sent: SentBytes) => void
  signal?: AbortSignal
  /** Replaces this computer's Node. */
  nodeFor?: typeof ownNode
}>

type RemoteLoadFiles = Readonly<{ node: FoundNode; program: string }>

/** Deletes files that were not used for a long time, and interrupted copies. */
const tidyScript = `
find "$1" -maxdepth 1 \\( -name '*.mjs' -o -name 'node-*' \\) -mtime +30 -exec rm -f {} + 2>/dev/null
find "$1" -maxdepth 1 \\( -name 'part-*' -o -name '*.part' \\) -mtime +0 -exec rm -f {} + 2>/dev/null
true`

const never = new AbortController().signal

export async function prepareRemoteLoad(
  host: Host,
  { onSent = () => undefined, signal = never, nodeFor = ownNode }: PrepareOptions = {},
): Promise<RemoteLoadFiles> {
  const program = await remoteProgram()
  const { generator } = host
  const inImage = generator?.inImage ?? null
  const place = await lookForNode(host, { program: program.fileName, inImage }, signal)
  const isInImage = inImage !== null && place.imageSha256 === program.sha256
  const path = isInImage ? inImage : `${place.folder}/${program.fileName}`
  const isThere = isInImage || place.sha256 === program.sha256
  if (!isThere && generator?.notInImage !== undefined) {
    throw generator.notInImage(host, { found: place.imageSha256, own: program.sha256 })
  }
  const found = usableNode(nodesFor(host, place))
  if (found !== null && isThere) return { node: found, program: path }
  const node = found ?? (await send())
  if (!isThere) await put(node.program, path)
  await runScript(host, tidyScript, { args: [place.folder], signal })
  return { node, program: path }

  async function send(): Promise<FoundNode> {
    const own = await nodeThatFits(host, place, nodeFor)
    return sendNode(host, { ...place, node: own, onSent, signal })
  }

  async function put(nodeThere: string, at: string): Promise<void> {
    if (generator?.unpack !== undefined)
      return generator.unpack(host, program, { node: nodeThere, path: at })
    return writeHostFile(host, { path: at, contents: program.text, mode: '700' })
  }
}

/** Prepares several hosts at once, and reports their total number of bytes. */
export async function prepareHosts(
  hosts: readonly Host[],
  report: (detail: StepDetail) => void,
  signal: AbortSignal,
): Promise<void> {
  const sent = new Map<Host, SentBytes>()
  const total = (of: (part: SentBytes) => number) =>
    [...sent.values()].reduce((sum, part) => sum + of(part), 0)
  await Promise.all(
    hosts.map((host) =>
      prepareRemoteLoad(host, {
        signal,
        onSent(part) {
          sent.set(host, part)
          const sentBytes = total((each) => each.sentBytes)
          const totalBytes = total((each) => each.totalBytes)
          report({ sent: { sentBytes, totalBytes } })
        },
      }),
    ),
  )
}

/** Size of the Node to copy; null if one is present. Throws if the host has none and none can be copied. */
export async function checkRemoteLoad(
  host: Host,
  { signal, nodeFor = ownNode }: PrepareOptions = {},
): Promise<Readonly<{ nodeBytes: number | null }>> {
  const program = (await remoteProgram()).fileName
  const place = await lookForNode(host, { program, inImage: null }, signal)
  if (usableNode(nodesFor(host, place)) !== null) return { nodeBytes: null }
  return { nodeBytes: (await nodeThatFits(host, place, nodeFor)).bytes }
}

/** Usable installations: all, or only our copy. */
function nodesFor({ takesOurNode }: Host, { nodes, folder }: RemotePlace): readonly FoundNode[] {
  return takesOurNode ? nodes.filter(({ program }) => program.startsWith(`${folder}/`)) : nodes
}

/** Throws if there is none, or if it is known not to run there. */
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

/**
 * A non-interactive shell lacks the paths of version managers, so their folders are searched as well; an editor's installation is
 * tried late, and our own copy last.
 */
const places = [
  '"$(command -v node)" /usr/local/bin/node /opt/homebrew/bin/node /snap/bin/node /opt/node*/bin/node',
  '"$HOME"/.local/bin/node "$HOME"/.local/node*/bin/node "$HOME"/node*/bin/node',
  '"$HOME"/.nvm/versions/node/*/bin/node "$HOME"/.volta/bin/node',
  '"$HOME"/.local/share/fnm/node-versions/*/installation/bin/node',
  '"$HOME"/.local/share/mise/installs/node/*/bin/node "$HOME"/.asdf/installs/nodejs/*/bin/node',
  '"$HOME"/miniconda3/bin/node "$HOME"/miniforge3/bin/node "$HOME"/anaconda3/bin/node',
  '"$HOME"/.vscode-server/cli/servers/*/server/node "$HOME"/.vscode-server/bin/*/node',
  '"$folder"/node-*',
]

const lookScript = `
folder=\${XDG_DATA_HOME:-$HOME/.local/share}/kneepoint/programs
echo "folder $folder"
echo "machine $(uname -sm 2>/dev/null)"
echo "libc $(getconf GNU_LIBC_VERSION 2>/dev/null)"
command -v gunzip >/dev/null 2>&1 && echo 'tool gunzip'
sum=$(sha256sum <"$folder/$1" 2>/dev/null)
echo "sum \${sum%% *}"
[ -n "$2" ] && sum=$(sha256sum <"$2" 2>/dev/null) && echo "image \${sum%% *}"
for node in ${places.join(' ')}; do
  [ -f "$node" ] && [ -x "$node" ] && version=$("$node" --version 2>/dev/null) && echo "node $version $node"
done
true`

type RemotePlace = Readonly<{
  /** Installations in order of preference. */
  nodes: readonly FoundNode[]
  folder: string
  /** Checksum of the named program on the host; empty if absent. */
  sha256: string
  /** Checksum of the program in the image; empty if there is none. */
  imageSha256: string
  /** Output of `uname -sm`. */
  machine: string
  /** Version text of glibc; empty for other libcs. */
  libc: string
  unpacks: boolean
}>

/** Finds a Node on a host, earlier copies of our files, and the facts needed to copy a Node. */
async function lookForNode(
  host: Host,
  { program, inImage }: Readonly<{ program: string; inImage: string | null }>,
  signal?: AbortSignal,
): Promise<RemotePlace> {
  const options = { args: [program, inImage ?? ''], ...(signal && { signal }) }
  const lines = (await runScript(host, lookScript, options)).toString().split('\n')
  const said = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const first = (word: string) => said(word)[0] ?? ''
  const nodes = said('node').map((line) => {
    const end = line.indexOf(' ')
    return { version: line.slice(0, end), program: line.slice(end + 1) }
  })
  return {
    nodes,
    folder: first('folder'),
    sha256: first('sum'),
    imageSha256: first('image'),
    machine: first('machine'),
    libc: first('libc'),
    unpacks: said('tool').includes('gunzip'),
  }
}
