// Dataset files far larger than what a run sends of them.
import { closeSync, openSync, writeSync } from 'node:fs'

const words =
  'the server reads a prompt and writes its response token by token until it is done'.split(' ')
const linesPerWrite = 10_000

/** A ShareGPT file of at least this size: conversations of four messages, some 7 kB each. */
export function writeShareGpt(file: string, bytes: number): void {
  const text = (seed: number, length: number) =>
    Array.from(
      { length },
      (_, at) => words[(seed * 31 + at * ((seed % 7) + 1)) % words.length],
    ).join(' ')
  const output = openSync(file, 'w')
  writeSync(output, '[')
  for (let written = 1, number = 0; written < bytes; number++) {
    const conversations = [120, 500, 150, 600].map((length, turn) => ({
      from: turn % 2 === 0 ? 'human' : 'gpt',
      value: text(number * 4 + turn, length),
    }))
    const conversation = JSON.stringify({ id: `c${number}`, conversations })
    written += writeSync(output, `${number === 0 ? '' : ',\n'}${conversation}`)
  }
  writeSync(output, ']')
  closeSync(output)
}

/** A recorded trace with this number of lines, 1,000 a second, of prompts that share their first blocks. */
export function writeTrace(file: string, lines: number): void {
  const output = openSync(file, 'w')
  for (let from = 0; from < lines; from += linesPerWrite) {
    const count = Math.min(linesPerWrite, lines - from)
    const written = Array.from({ length: count }, (_, at) => {
      const number = from + at
      const hash_ids = [number % 100, 1000 + number, 1001 + number]
      return JSON.stringify({
        timestamp: number / 1000,
        input_length: 48,
        output_length: 1,
        hash_ids,
      })
    })
    writeSync(output, `${written.join('\n')}\n`)
  }
  closeSync(output)
}
