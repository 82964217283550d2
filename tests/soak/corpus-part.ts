// Grows the corpus of the fuzz targets: what it adds is to be committed.
import { keepInputs, keptInputs } from '../fuzz/corpus.ts'
import { growCorpus } from '../fuzz/grow-corpus.ts'
import { fuzzTargets } from '../fuzz/targets.ts'
import type { SoakPart } from './soak-part.ts'

const runsPerTarget = Number(process.env['KNEEPOINT_CORPUS_RUNS'] ?? 3000)

export const corpusPart: SoakPart = {
  name: 'corpus',
  async run(seed) {
    const finds: unknown[] = []
    let inputs = 0
    let added = 0
    for (const target of fuzzTargets) {
      const before = keptInputs(target).length
      try {
        const grown = await growCorpus(target, { runs: runsPerTarget, seed })
        inputs += grown.inputs
        added += grown.texts.length - before
        if (grown.texts.length > before) keepInputs(target, grown.texts)
      } catch (find) {
        finds.push(find)
      }
    }
    if (finds.length > 0) throw new AggregateError(finds, `${finds.length} targets fell over`)
    return `${inputs} texts read, ${added} of them reached new code and were kept`
  },
}
