// The name of a result file, built as `vllm bench serve` builds it.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { localStamp } from '../local-time.ts'
import { pythonFloatText } from './python-number.ts'

/** `config` has its model filled in. The moment is that at which the run ended. */
export function resultFileName(
  config: BenchmarkConfig,
  epochMs: number,
  rateText: (rate: number) => string = pythonFloatText,
): string {
  const isNamed = config.maxConcurrency !== null && compatProfileOf(config).result.namesConcurrency
  const concurrency = isNamed ? `-concurrency${config.maxConcurrency}` : ''
  const model = (config.model ?? 'model').split('/').at(-1)
  return `${config.label ?? config.backend}-${loadText(config, rateText)}${concurrency}-${model}-${localStamp(epochMs)}.json`
}

function loadText(
  { rampUpStrategy, rampUpStartRps, rampUpEndRps, requestRate }: BenchmarkConfig,
  rateText: (rate: number) => string,
): string {
  if (rampUpStrategy !== null) {
    return `ramp-up-${rampUpStrategy}-${rampUpStartRps}qps-${rampUpEndRps}qps`
  }
  return `${requestRate === 'inf' ? 'inf' : rateText(requestRate)}qps`
}
