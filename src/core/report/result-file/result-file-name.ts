// The name of a result file, built as `vllm bench serve` builds it.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { byteLength, namePart } from '#core/base/file-name.ts'
import { localStamp } from '#core/base/local-time.ts'
import { pythonFloatText } from '#core/base/python-number.ts'

/** File systems take 255 bytes; the rest is for the endings of files that accompany the result. */
const mostBytes = 220
const mostModelBytes = 100
const leastLabelBytes = 20

/**
 * `config` includes the model. The time is the end of the run. Labels and models may contain any text; characters that
 * are special in a path or a terminal become "-", and a label is truncated if the name is too long.
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
  { rampUpStrategy, rampUpStartRps, rampUpEndRps, requestRate, requestRateSeries }: BenchmarkConfig,
  rateText: (rate: number) => string,
): string {
  if (rampUpStrategy !== null) {
    return `ramp-up-${rampUpStrategy}-${rampUpStartRps}qps-${rampUpEndRps}qps`
  }
  if (requestRateSeries !== null) return 'rate-series'
  return `${requestRate === 'inf' ? 'inf' : rateText(requestRate)}qps`
}
