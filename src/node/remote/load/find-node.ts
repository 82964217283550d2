// Finds a Node on a host, earlier copies of our files, and the facts needed to copy a Node.
import type { FoundNode } from '#core/host/found-nodes.ts'
import type { Host } from '../host.ts'
import { runScript } from '../run-program.ts'

/**
 * A non-interactive shell lacks the paths of version managers, so their folders are searched as well; an editor's installation
 * comes late, and our own copy last.
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

export type RemotePlace = Readonly<{
  /** Installations in order of preference. */
  nodes: readonly FoundNode[]
  /** Folder of our programs. */
  folder: string
  /** Checksum of the named program on the host; empty if absent. */
  sha256: string
  /** Checksum of the program in its image; empty if there is none. */
  imageSha256: string
  /** Output of `uname -sm`. */
  machine: string
  /** Version text of glibc; empty with another libc. */
  libc: string
  unpacks: boolean
}>

export async function lookForNode(
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
