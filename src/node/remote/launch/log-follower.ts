// A server's log as whole lines, read on from where it was left; a broken connection loses nothing.
import { StringDecoder } from 'node:string_decoder'
import { lineSplitter, withoutSecrets as withoutFlagSecrets } from '#core/vllm/log/log-line.ts'
import { withoutSecrets as withoutKnownSecrets } from '#node/crash/known-secrets.ts'
import type { Launcher } from './launcher.ts'

type LogFollower = Readonly<{
  /** Passes on the lines since the last call, piece by piece, so that a long log needs no memory. */
  read(take: (lines: readonly string[]) => void | Promise<void>): Promise<void>
  /** An unfinished last line, once nothing more will come. */
  rest(): readonly string[]
}>

const pieceBytes = 1024 * 1024

/** Lines come without secrets, which vLLM prints. */
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
