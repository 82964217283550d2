// Names of the result files of a series: those of a sweep as vLLM's Rust client names them, by the time the sweep began.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import type { SeriesOptions } from '#core/flags/series.ts'
import { resultFileName } from '#core/report/result-file/result-file-name.ts'
import { rateLabel } from '#core/report/series/rust-number.ts'

type Series = Pick<SeriesOptions, 'numRuns'> & Readonly<{ beganAtEpochMs: number }>

/** `config` has its model filled in; `index` from 0. Repeats get a number, because nothing else distinguishes them. */
export function seriesFileName({
  numRuns,
  beganAtEpochMs,
}: Series): (config: BenchmarkConfig, index: number) => string {
  return (config, index) => {
    const name = resultFileName(config, beganAtEpochMs, rateLabel)
    return numRuns === 1 ? name : name.replace(/\.json$/, `-run${index + 1}.json`)
  }
}
