// Mutates the texts of a target, and keeps each that reaches code which none before it has reached.
import { Session } from 'node:inspector/promises'
import type { Profiler } from 'node:inspector'
import { createSeededRandom, type SeededRandom } from '#node/simulator/engine/seeded-random.ts'
import { AppError } from '#core/model/app-error.ts'
import { keptInputs } from './corpus.ts'
import type { FuzzTarget } from './fuzz-target.ts'

/** A file of the repository stays small. */
const longestKept = 1500
const mostKept = 24

type Grown = Readonly<{ texts: readonly string[]; inputs: number }>

/** Throws what a reader throws besides AppError, with the text. */
export async function growCorpus(
  target: FuzzTarget,
  { runs, seed }: Readonly<{ runs: number; seed: number }>,
): Promise<Grown> {
  const coverage = await beginCoverage()
  const random = createSeededRandom(seed)
  const kept = [...keptInputs(target)]
  const pool = [...target.samples, ...kept]
  const read = async (text: string): Promise<boolean> => {
    await requireTaken(target, text)
    return await coverage.hasGrown()
  }
  try {
    for (const text of pool) await read(text)
    for (let run = 0; run < runs; run++) {
      const text = mutated(pool, target.words, random)
      if (!(await read(text))) continue
      pool.push(text)
      if (text.length <= longestKept && kept.length < mostKept) kept.push(text)
    }
  } finally {
    await coverage.end()
  }
  return { texts: kept, inputs: pool.length + runs }
}

async function requireTaken(target: FuzzTarget, text: string): Promise<void> {
  try {
    await target.read(text, [0.5])
  } catch (error) {
    if (error instanceof AppError) return
    throw new Error(`${target.name}: ${JSON.stringify(text)}`, { cause: error })
  }
}

async function beginCoverage() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true })
  const reached = new Set<string>()
  return {
    /** Whether code of ours has run that had not before. */
    async hasGrown(): Promise<boolean> {
      const before = reached.size
      const { result } = await session.post('Profiler.takePreciseCoverage')
      result.filter(isOwn).forEach((script) => addReached(script, reached))
      return reached.size > before
    },
    async end(): Promise<void> {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

function isOwn({ url }: Profiler.ScriptCoverage): boolean {
  return url.includes('/src/') && !url.includes('node_modules')
}

function addReached({ url, functions }: Profiler.ScriptCoverage, reached: Set<string>): void {
  for (const { ranges } of functions) {
    for (const { startOffset, endOffset, count } of ranges) {
      if (count > 0) reached.add(`${url} ${startOffset} ${endOffset}`)
    }
  }
}

function mutated(pool: readonly string[], words: readonly string[], random: SeededRandom): string {
  const upTo = (limit: number) => Math.floor(random() * limit)
  let text = pool[upTo(pool.length)] ?? ''
  for (let changes = 1 + upTo(4); changes > 0; changes--) {
    const start = upTo(text.length + 1)
    const end = Math.min(text.length, start + upTo(30))
    const other = pool[upTo(pool.length)] ?? ''
    const from = upTo(other.length)
    const put = [
      () => words[upTo(words.length)] ?? '',
      () => String.fromCharCode(upTo(256)),
      () => text.slice(start, end).repeat(2),
      () => other.slice(from, from + upTo(60)),
      () => String((random() - 0.5) * 10 ** upTo(20)),
      () => '',
    ][upTo(6)]
    text = text.slice(0, start) + (put?.() ?? '') + text.slice(random() < 0.5 ? start : end)
  }
  return text
}
