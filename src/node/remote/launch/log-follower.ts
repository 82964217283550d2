// A server's log as whole lines, read on from where it was left; a broken connection loses nothing.
import { StringDecoder } from 'node:string_decoder'
import { lineSplitter, withoutSecrets } from '#core/vllm/log/log-line.ts'
import type { Launcher } from './launcher.ts'

type LogFollower = Readonly<{
  /** The lines since the last call; empty when there are none. */
  read(): Promise<readonly string[]>
  /** An unfinished last line, once nothing more will come. */
  rest(): readonly string[]
}>

const pieceBytes = 256 * 1024

/** Lines come without secrets, which vLLM prints. */
export function followLog(launcher: Launcher, id: string): LogFollower {
  const splitter = lineSplitter()
  const decoder = new StringDecoder('utf8')
  let position = 0
  return {
    async read() {
      const lines: string[] = []
      for (;;) {
        const piece = await launcher.readLog(id, { offset: position, limit: pieceBytes })
        position += piece.length
        lines.push(...splitter.add(decoder.write(piece)).map(withoutSecrets))
        if (piece.length < pieceBytes) return lines
      }
    },
    rest() {
      const rest = splitter.rest()
      return rest === '' ? [] : [withoutSecrets(rest)]
    },
  }
}
