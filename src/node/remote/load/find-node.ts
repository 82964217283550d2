// Looks for a Node on a host, and for what we put there before.
import { usableNode, type FoundNode } from '#core/host/found-nodes.ts'
import type { Host } from '../host.ts'
import { runScript } from '../run-program.ts'

/**
 * A shell that nobody sits at knows little of version managers, so that their folders are looked into as well; what an
 * editor put there comes last.
 */
const places = [
  '"$(command -v node)" /usr/local/bin/node /opt/homebrew/bin/node /snap/bin/node /opt/node*/bin/node',
  '"$HOME"/.local/bin/node "$HOME"/.local/node*/bin/node "$HOME"/node*/bin/node',
  '"$HOME"/.nvm/versions/node/*/bin/node "$HOME"/.volta/bin/node',
  '"$HOME"/.local/share/fnm/node-versions/*/installation/bin/node',
  '"$HOME"/.local/share/mise/installs/node/*/bin/node "$HOME"/.asdf/installs/nodejs/*/bin/node',
  '"$HOME"/miniconda3/bin/node "$HOME"/miniforge3/bin/node "$HOME"/anaconda3/bin/node',
  '"$HOME"/.vscode-server/cli/servers/*/server/node "$HOME"/.vscode-server/bin/*/node',
]

const lookScript = `
folder=\${XDG_DATA_HOME:-$HOME/.local/share}/kneepoint/programs
echo "folder $folder"
sum=$(sha256sum <"$folder/$1" 2>/dev/null)
echo "sum \${sum%% *}"
for node in ${places.join(' ')}; do
  [ -x "$node" ] && version=$("$node" --version 2>/dev/null) && echo "node $version $node"
done
true`

export type FarPlace = Readonly<{
  node: FoundNode
  /** Where our programs are. */
  folder: string
  /** Of the named one, as it lies there; empty where it does not. */
  sha256: string
}>

export async function lookForNode(host: Host, program: string): Promise<FarPlace> {
  const lines = (await runScript(host, lookScript, { args: [program] })).toString().split('\n')
  const said = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const nodes = said('node').map((line) => {
    const end = line.indexOf(' ')
    return { version: line.slice(0, end), program: line.slice(end + 1) }
  })
  const [folder = ''] = said('folder')
  const [sha256 = ''] = said('sum')
  return { node: usableNode(nodes, host.name), folder, sha256 }
}
