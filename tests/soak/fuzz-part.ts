// A million malformed texts; see ../fuzz. A crash of one target does not keep the others from being tried.
import { fuzz, type FuzzFigures } from '../fuzz/fuzz.ts'
import type { FuzzTarget } from '../fuzz/fuzz-target.ts'
import { fuzzTargets, shareOf } from '../fuzz/targets.ts'
import type { SoakPart } from './soak-part.ts'

const inputs = 1_000_000

export const fuzzPart: SoakPart = {
  name: 'fuzz',
  async run(seed) {
    const figures: FuzzFigures[] = []
    const finds: unknown[] = []
    for (const target of fuzzTargets) {
      await tried(target, seed).then(
        (reported) => figures.push(reported),
        (find: unknown) => finds.push(new Error(target.name, { cause: find })),
      )
    }
    if (finds.length > 0) throw new AggregateError(finds, `${finds.length} targets fell over`)
    const sumOf = (of: keyof FuzzFigures) =>
      figures.reduce((sum, reported) => sum + reported[of], 0)
    const slowestMs = Math.max(...figures.map((reported) => reported.slowestMs))
    return (
      `${sumOf('inputs')} texts read, ${sumOf('refused')} refused, ` +
      `none took longer than ${Math.round(slowestMs)} ms of the processor`
    )
  },
}

async function tried(target: FuzzTarget, seed: number): Promise<FuzzFigures> {
  const startedAtMs = performance.now()
  const reported = await fuzz(target, { runs: shareOf(target, inputs), seed })
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0)
  console.log(
    `  ${target.name}: ${reported.inputs} in ${seconds} s, ${reported.refused} refused, ` +
      `the slowest in ${Math.round(reported.slowestMs)} ms`,
  )
  return reported
}
