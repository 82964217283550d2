// Small files on a host, read and written by its own tools: works the same here and over SSH, with or without SFTP.
import { randomHex } from '#node/files/make-folder.ts'
import type { Host } from './host.ts'
import { runProgram, runScript } from './run-program.ts'

type WrittenFile = Readonly<{
  path: string
  contents: string | Uint8Array
  /** `600` for what only the owner may read. */
  mode: '600' | '700'
}>

/**
 * Appears whole or not at all, and at no moment readable by more people than `mode` says. Subtle: a connection that breaks
 * looks like the end of what is written; and hosts that share a home folder may write the same file at once.
 */
const writing = `
umask 077
part=$1.$4.part
mkdir -p "$(dirname "$1")" && cat >"$part" || exit 1
[ "$(wc -c <"$part")" -eq "$3" ] || { rm -f "$part"; echo 'not all of it arrived' >&2; exit 1; }
chmod "$2" "$part" && mv "$part" "$1"
`

export async function writeHostFile(
  host: Host,
  { path, contents, mode }: WrittenFile,
): Promise<void> {
  const bytes = String(Buffer.byteLength(contents))
  await runScript(host, writing, { args: [path, mode, bytes, randomHex(8)], stdin: contents })
}

/** Null if there is no such file. */
export async function readHostFile(host: Host, path: string): Promise<Buffer | null> {
  const { code, stdout } = await runProgram(host, { argv: ['cat', '--', path] })
  return code === 0 ? stdout : null
}
