// The choices of a flag that the form offers, given its other fields.
import type {
  BenchmarkConfig,
  BenchmarkField,
  BenchmarkFlag,
} from '#core/flags/benchmark-fields.ts'
import { pairRules } from '#core/model/benchmark-rules.ts'
import { datasetNames, datasetTraits } from '#core/traits/dataset-traits.ts'
import { metricApplies } from '#core/traits/metric-traits.ts'
import { reportableMetricNames } from '#core/metrics/latencies.ts'

type Offer = (config: BenchmarkConfig) => readonly string[]

const offers: Readonly<Partial<Record<BenchmarkField, Offer>>> = {
  datasetName: (config) =>
    datasetNames.filter((datasetName) =>
      [{}, ...(datasetTraits[datasetName].choices ?? [])].some((changes) =>
        isAllowed({ ...config, datasetName, ...changes }),
      ),
    ),
  percentileMetrics: (config) =>
    reportableMetricNames.filter((name) => metricApplies(name, config)),
}

function isAllowed(config: BenchmarkConfig): boolean {
  return !pairRules.some(({ broken }) => broken(config))
}

/** Always includes the current choice, so that its problem can be shown. */
export function withOfferedChoices(flag: BenchmarkFlag, config: BenchmarkConfig): BenchmarkFlag {
  const offered = offers[flag.field]?.(config)
  if (offered === undefined || flag.choices === undefined) return flag
  const chosen = [config[flag.field]].flat()
  return {
    ...flag,
    choices: flag.choices.filter((choice) => chosen.includes(choice) || offered.includes(choice)),
  }
}
