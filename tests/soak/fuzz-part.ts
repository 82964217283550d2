// A million texts nobody meant to be read; see ../fuzz.
import { fuzz } from '../fuzz/fuzz.ts'
import { fuzzTargets, shareOf } from '../fuzz/targets.ts'
import type { SoakPart } from './soak-part.ts'

const inputs = 1_000_000

export const fuzzPart: SoakPart = {
  name: 'fuzz',
  async run(seed) {
    let read = 0
    let refused = 0
    let slowestMs = 0
    for (const target of fuzzTargets) {
      const figures = await fuzz(target, { runs: shareOf(target, inputs), seed })
      console.log(`  ${target.name}: ${figures.inputs}, ${figures.refused} of them refused`)
      read += figures.inputs
      refused += figures.refused
      slowestMs = Math.max(slowestMs, figures.slowestMs)
    }
    return `${read} texts read, ${refused} refused, none took longer than ${Math.round(slowestMs)} ms`
  },
}
