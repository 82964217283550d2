// Follows a server's log in whole lines, from the last position; a broken connection loses nothing.
import { StringDecoder } from 'node:string_decoder'
import { lineSplitter, withoutSecrets as withoutFlagSecrets } from '#core/vllm/log/log-line.ts'
import { withoutSecrets as withoutKnownSecrets } from '#node/crash/known-secrets.ts'
import type { Launcher } from './launcher.ts'

type LogFollower = Readonly<{
  /** Forwards the lines since the last call, piece by piece, so that a long log needs little memory. */
  read(take: (lines: readonly string[]) => void | Promise<void>): Promise<void>
  /** Returns an unfinished last line, once the log is complete. */
  rest(): readonly string[]
}>

const pieceBytes = 1024 * 1024

/** Redacts secrets in lines, because vLLM prints them. */
export function followLog(launcher: Launcher, id: string): LogFollower {
  const splitter = lineSplitter()
  const decoder = new StringDecoder('utf8')
  let position = 0
  return {
    async read(take) {
      for (;;) {
        const piece = await launcher.readLog(id, { offset: position, limit: pieceBytes })
        position += piece.length
        const lines = splitter.add(decoder.write(piece)).map(withoutSecrets)
        if (lines.length > 0) await take(lines)
        if (piece.length < pieceBytes) return
      }
    },
    rest() {
      const rest = splitter.rest()
      return rest === '' ? [] : [withoutSecrets(rest)]
    },
  }
}

function withoutSecrets(line: string): string {
  return withoutKnownSecrets(withoutFlagSecrets(line))
}
