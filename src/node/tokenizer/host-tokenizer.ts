// The tokenizer of a model on a server's host: fetched once, and cached here.
import { createHash } from 'node:crypto'
import { type Environment, hubCacheFolder, hubRepoNamed } from '#node/http/hub-access.ts'
import { HubCache } from '#node/http/hub-cache.ts'
import { type Host, readHostFile, runProgram } from '#node/remote/host.ts'
import { filesBeside, tokenizerAmong } from './tokenizer-document.ts'

export type HostModel = Readonly<{
  /** A Hub id, or a folder on the host. */
  name: string
  /** Null accepts any revision in the host's cache. */
  revision: string | null
  /** Environment variables of the server that determine the location of models. */
  environment: Readonly<Record<string, string>>
}>

/** Script that prints the folder of the model's files, their commit (`-` for a folder), and their names. */
const finding = `
if [ -d "$1" ]; then
  cd "$1" && commit=-
else
  hub=\${HF_HUB_CACHE:-\${HF_HOME:-\${XDG_CACHE_HOME:-$HOME/.cache}/huggingface}/hub}
  cd "$hub/models--$(printf %s "$1" | sed 's|/|--|g')" || exit 3
  commit=$(cat "refs/\${2:-main}" 2>/dev/null) || commit=\${2:-}
  [ -n "$commit" ] && [ -d "snapshots/$commit" ] || commit=$(ls -t snapshots | head -n 1)
  [ -n "$commit" ] && cd "snapshots/$commit" || exit 3
fi
pwd && printf '%s\\n' "$commit" && ls
`

/** Local path of the file; null if the host has no tokenizer of that model. */
export async function fetchHostTokenizer(
  host: Host,
  model: HostModel,
  environment: Environment = process.env,
): Promise<string | null> {
  const found = await findOnHost(host, model)
  const file = found === null ? null : tokenizerAmong(found.names)
  if (found === null || file === null) return null
  const names = [file, ...filesBeside(file).filter((name) => found.names.includes(name))]
  const files = await readAll(host, found.folder, names)
  const { cache, commit } = placeOf(model, { files, commit: found.commit }, environment)
  for (const [name, contents] of files) {
    if (!(await cache.has(commit, name))) await cache.keep(commit, name, new Blob([contents]))
  }
  return cache.pathOf(commit, file)
}

type TokenizerFiles = Readonly<{ folder: string; commit: string; names: readonly string[] }>

async function findOnHost(host: Host, model: HostModel): Promise<TokenizerFiles | null> {
  const argv = ['sh', '-c', finding, 'kneepoint', model.name, model.revision ?? '']
  const { code, stdout } = await runProgram(host, { argv, environment: model.environment })
  const [folder, commit, ...names] = stdout.toString().trimEnd().split('\n')
  if (code !== 0 || folder === undefined || commit === undefined) return null
  return { folder, commit, names }
}

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

async function readAll(host: Host, folder: string, names: readonly string[]): Promise<Files> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const name of names) {
    const contents = await readHostFile(host, `${folder}/${name}`)
    if (contents !== null) files.set(name, new Uint8Array(contents))
  }
  return files
}

/** A folder has no commit, and no name that is valid on other hosts, so its files are stored by their content. */
function placeOf(
  { name }: HostModel,
  { files, commit }: Readonly<{ files: Files; commit: string }>,
  environment: Environment,
): Readonly<{ cache: HubCache; commit: string }> {
  const folder = hubCacheFolder(environment)
  const repo = hubRepoNamed('model', name)
  if (commit !== '-' && repo !== null) return { cache: new HubCache(folder, repo), commit }
  const hash = createHash('sha256')
  for (const [path, contents] of files) hash.update(path).update(contents)
  const shared = { type: 'model', id: 'kneepoint/host-folders' } as const
  return { cache: new HubCache(folder, shared), commit: hash.digest('hex').slice(0, 40) }
}
