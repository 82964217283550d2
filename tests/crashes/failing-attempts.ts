// Runs a victim once in each of the folders listed on the standard input, on a disk of which one call fails each time. Prints for each
// whether it ended without an error. One process for all: starting one takes longer than what it does.
import { readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { writeWholeFile } from '#node/files/write-file.ts'
import { repairDatabase } from '#node/runs/repair-database.ts'
import type { Attempt } from './failing-layer.ts'
import { storeBatches } from './failing-writer.ts'

type Victim = Readonly<{
  /** Part of the paths whose calls count. */
  under: (data: string) => string
  run: (data: string) => unknown
}>

const batchesOf = (batches: number, size: number): Victim => ({
  under: (data) => `${data}/kneepoint.db`,
  run: (data) => storeBatches(data, batches, size),
})

const victims: Readonly<Record<string, Victim>> = {
  batches: batchesOf(6, 50),
  'many batches': batchesOf(40, 5),
  'very many batches': batchesOf(600, 5),
  repair: {
    under: (data) => data,
    run: (data) => repairDatabase(path.join(data, 'kneepoint.db'), 1),
  },
  result: {
    under: (data) => data,
    run: (data) => writeWholeFile(path.join(data, 'result'), 'new '.repeat(10_000)),
  },
}

const victim = victims[process.argv[2] ?? '']
if (victim === undefined) throw new Error(`There is no victim ${process.argv[2]}.`)
const attempts = JSON.parse(readFileSync(0, 'utf8')) as readonly Attempt[]
const areDone: boolean[] = []
for (const { data, at, how } of attempts) {
  // The layer reads them at each call, and counts anew when the path changes.
  process.env['FAIL_AT'] = String(at)
  process.env['FAIL_HOW'] = how
  process.env['FAIL_UNDER'] = victim.under(data)
  areDone.push(await isDone(victim, data))
}
writeSync(1, JSON.stringify(areDone))
// Databases that a failure left open are closed by the end of the process.
process.exit()

async function isDone({ run }: Victim, data: string): Promise<boolean> {
  try {
    await run(data)
    return true
  } catch {
    return false
  }
}
