// The name of a result file, built as `vllm bench serve` builds it.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { byteLength, namePart } from '../file-name.ts'
import { localStamp } from '#core/format/local-time.ts'
import { pythonFloatText } from './python-number.ts'

/** File systems take 255 bytes; the rest is for the endings of files that accompany the result. */
const mostBytes = 220
const mostModelBytes = 100
const leastLabelBytes = 20

/**
 * `config` has its model filled in. The moment is that at which the run ended. Labels and models contain anything;
 * characters that a path or a terminal gives a meaning become "-", and a name that is too long loses the end of its label.
 */
export function resultFileName(
  config: BenchmarkConfig,
  epochMs: number,
  rateText: (rate: number) => string = pythonFloatText,
): string {
  const isNamed = config.maxConcurrency !== null && compatProfileOf(config).result.namesConcurrency
  const concurrency = isNamed ? `-concurrency${config.maxConcurrency}` : ''
  const model = namePart((config.model ?? 'model').split('/').at(-1) ?? '', mostModelBytes)
  const rest = `-${loadText(config, rateText)}${concurrency}-${model}-${localStamp(epochMs)}.json`
  const label = namePart(
    config.label ?? config.backend,
    Math.max(leastLabelBytes, mostBytes - byteLength(rest)),
  )
  return label + rest
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
