// Tries a reader on malformed texts: it may refuse them in words, and must do nothing else – not crash,
// not go on for ever, not keep memory, not change what all objects have in common.
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { AppError } from '#core/model/app-error.ts'
import { collectGarbage } from '#node/load/runtime/quiet-process.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { inputFor, type Input } from './input.ts'

export type FuzzFigures = Readonly<{ inputs: number; refused: number; slowestMs: number }>

/** Of processor time, for at most some ten thousand characters; a busy machine does not count. */
const longestMs = 1500
const mostGrowthBytes = 64 * 2 ** 20

export async function fuzz(
  target: FuzzTarget,
  options: { runs: number; seed: number },
): Promise<FuzzFigures> {
  let inputs = 0
  let refused = 0
  let slowestMs = 0
  let before = 0
  const check = async (input: Input): Promise<void> => {
    // The first inputs fill what is kept on purpose: compiled code, templates, connections.
    if (++inputs === Math.ceil(options.runs / 4)) before = usedBytes()
    // Else what native objects leave to be done waits for the first reader that lets the loop turn, and counts as its time.
    await nextTurn()
    const startedAt = process.cpuUsage()
    if (!(await isTaken(target, input))) refused++
    const { user, system } = process.cpuUsage(startedAt)
    const ms = (user + system) / 1000
    slowestMs = Math.max(slowestMs, ms)
    if (ms > longestMs) throw new Error(`${input.text.length} characters took ${Math.round(ms)} ms`)
    requireCleanPrototypes()
  }
  const property = fc.asyncProperty(inputFor(target), check)
  await fc.assert(property, {
    numRuns: options.runs,
    seed: options.seed,
    // What never ends, or shrinks for ever, is a failure too.
    interruptAfterTimeLimit: 50 * 60_000,
    markInterruptAsFailure: true,
  })
  const growth = usedBytes() - before
  if (growth > mostGrowthBytes) throw new Error(`${Math.round(growth / 2 ** 20)} MiB were kept`)
  return { inputs, refused, slowestMs }
}

function usedBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** False for a text that is refused. */
export async function isTaken(target: FuzzTarget, { text, cuts }: Input): Promise<boolean> {
  try {
    await target.read(text, cuts)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

const shared = [Object.prototype, Array.prototype, Function.prototype, String.prototype]
const ownNames = (value: object) => Reflect.ownKeys(value).length
const namesBefore = shared.map(ownNames)

function requireCleanPrototypes(): void {
  if (shared.some((value, i) => ownNames(value) !== namesBefore[i])) {
    throw new Error('something was put into what all objects have in common')
  }
}
