// The lengths that the flags of the random datasets ask for.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { RandomLengths } from '#core/workload/random/random-drawing.ts'

export function randomLengthsOf(config: BenchmarkConfig): RandomLengths {
  const ratio = config.randomRangeRatio
  return {
    count: config.numPrompts,
    inputLen: config.inputLen ?? config.randomInputLen,
    outputLen: config.outputLen ?? config.randomOutputLen,
    rangeRatioIn: typeof ratio === 'number' ? ratio : ratio.input,
    rangeRatioOut: typeof ratio === 'number' ? ratio : ratio.output,
    prefixLen: config.randomPrefixLen,
    seed: config.seed,
  }
}
