// Order in which the newest `datasets` library yields streamed rows: files in random order, up to ten of them read alternately,
// rows mixed in a buffer.
import { Pcg64 } from '#core/random/pcg64.ts'

const bufferRows = 1000
const filesInTurn = 10
const rowsPerTurn = bufferRows / filesInTurn

/** Each file yields its rows again on every iteration. */
type RowFile<Row> = () => AsyncIterable<Row>

export async function* shuffledStream<Row>(
  files: readonly RowFile<Row>[],
  seed: number,
): AsyncGenerator<Row> {
  const order = [...new Pcg64(seed).permutation(files.length)]
  const shuffled = order.flatMap((position) => files[position] ?? [])
  yield* mixed(inTurn(partsOf(shuffled)), new Pcg64(seed))
}

/** Parts to read in rotation, each with consecutive files; the first parts have one file more. */
function partsOf<Row>(files: readonly RowFile<Row>[]): AsyncIterable<Row[]>[] {
  const count = Math.min(files.length, filesInTurn)
  const longer = files.length % Math.max(count, 1)
  const size = Math.floor(files.length / Math.max(count, 1))
  return Array.from({ length: count }, (_, index) => {
    const first = index * size + Math.min(index, longer)
    return portions(files.slice(first, first + size + (index < longer ? 1 : 0)))
  })
}

async function* portions<Row>(files: readonly RowFile<Row>[]): AsyncGenerator<Row[]> {
  let portion: Row[] = []
  for (const file of files) {
    for await (const row of file()) {
      portion.push(row)
      if (portion.length < rowsPerTurn) continue
      yield portion
      portion = []
    }
  }
  if (portion.length > 0) yield portion
}

async function* inTurn<Row>(parts: readonly AsyncIterable<Row[]>[]): AsyncGenerator<Row[]> {
  let left = parts.map((part) => part[Symbol.asyncIterator]())
  while (left.length > 0) {
    const unfinished = []
    for (const iterator of left) {
      const next = await iterator.next()
      if (next.done) continue
      unfinished.push(iterator)
      yield next.value
    }
    left = unfinished
  }
}

/** Shuffles a full buffer; half of it is emitted, and the other half is mixed with the next rows. */
async function* mixed<Row>(portions: AsyncIterable<Row[]>, random: Pcg64): AsyncGenerator<Row> {
  const kept = bufferRows / 2
  let buffer: Row[] = []
  for await (const portion of portions) {
    buffer = [...buffer, ...portion]
    if (buffer.length < bufferRows) continue
    const shuffled = reordered(buffer, random)
    yield* shuffled.slice(0, -kept)
    buffer = shuffled.slice(-kept)
  }
  if (buffer.length > 0) yield* reordered(buffer, random)
}

function reordered<Row>(rows: readonly Row[], random: Pcg64): Row[] {
  return Array.from(random.permutation(rows.length), (position) => rows[position]).filter(
    (row) => row !== undefined,
  )
}
