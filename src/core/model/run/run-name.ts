// The name of a run that the user gave none: short, with what tells runs apart at its end, where a cut name shows it.
import type { BenchmarkConfig } from '../benchmark/benchmark-fields.ts'

type Named = Pick<
  BenchmarkConfig,
  'model' | 'datasetName' | 'randomInputLen' | 'randomOutputLen' | 'requestRate' | 'maxConcurrency'
>

/** `Qwen2.5-1.5B · random 256/128 · 12 req/s · c64`. `served` is the model that the server reports. */
export function runNameOf(config: Named, served: string | null): string {
  const { requestRate, maxConcurrency } = config
  return [
    ...shortModel(config.model ?? served ?? ''),
    workloadName(config),
    requestRate === 'inf' ? 'all at once' : `${requestRate} req/s`,
    ...(maxConcurrency === null ? [] : [`c${maxConcurrency}`]),
  ].join(' · ')
}

function workloadName({ datasetName, randomInputLen, randomOutputLen }: Named): string {
  return datasetName === 'random' ? `random ${randomInputLen}/${randomOutputLen}` : datasetName
}

/** Without its organisation or folder, and without what most names of served models end with. */
function shortModel(model: string): string[] {
  const name = model.replace(/\/+$/, '').replace(/^.*\//, '')
  return name === '' ? [] : [name.replace(/-(Instruct|Chat)$/i, '')]
}
