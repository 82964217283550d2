// A result in the format of PyTorch's benchmark database: one record per statistic, each with the whole command line and the rest of the
// result file.
import { benchmarkFlags, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { compatProfileOf } from '../../compat/compat-profile-of.ts'
import { type Flag, flagArguments, type FlagValue } from '#core/flags/flag.ts'
import { takesSeveralValues } from '#core/command-line/read-flag-value.ts'
import { outputFlags, type OutputOptions } from '#core/flags/output.ts'
import { presentable } from '#core/redaction/presentable.ts'
import type { MeasuredRunWithRecords } from '../../model/run/measured-run.ts'
import { float, pythonJson, type PythonEntry, type PythonValue } from './python-json.ts'
import { resultMembers } from './result-json.ts'

const statistics = /^(mean|median|std|p99)_(ttft|tpot|itl|e2el)_ms$/
const tooBig = [
  ...['ttfts', 'itls', 'latencies', 'queue_times', 'generated_texts', 'errors'],
  ...['server_queue_times', 'server_ttfts'],
]

type Written = Readonly<{ run: MeasuredRunWithRecords; output: OutputOptions }>

/** One line without a newline at its end; null if no statistic was reported. */
export function pytorchRecordsJson({ run, output }: Written): string | null {
  const members = [
    ...resultMembers(run, { detailed: output.saveDetailed, layout: output.reportLayout }),
  ]
  const others = members.filter(([key]) => !statistics.test(key) && !tooBig.includes(key))
  const shared = {
    benchmark: dict([
      ['name', 'vLLM benchmark'],
      ['extra_info', dict(settings({ run, output }, new Map(others)))],
    ]),
    model: dict([['name', run.config.model]]),
    facts: dict(others),
  }
  const records = members
    .filter(([key]) => statistics.test(key))
    .map(([name, value]) =>
      dict([
        ['benchmark', shared.benchmark],
        ['model', shared.model],
        [
          'metric',
          dict([
            ['name', name],
            ['benchmark_values', [value]],
            ['extra_info', shared.facts],
          ]),
        ],
      ]),
    )
  return records.length === 0 ? null : pythonJson(records)
}

/** Compiler settings of the server, which only `--metadata` provides. */
function settings(
  { run: { config }, output }: Written,
  facts: ReadonlyMap<string, PythonValue>,
): PythonEntry[] {
  const mode = facts.get('compilation_config.mode') ?? ''
  const args: PythonEntry = ['args', dict(namespace(config, output, facts))]
  if (!compatProfileOf(config).result.tellsCompilation) return [args]
  return [
    args,
    ['compilation_config.mode', mode],
    ['optimization_level', facts.get('optimization_level') ?? ''],
    ['use_compile', mode !== '0' && !(output.resultFilename ?? '').includes('eager')],
  ]
}

function namespace(
  config: BenchmarkConfig,
  output: OutputOptions,
  facts: ReadonlyMap<string, PythonValue>,
): PythonEntry[] {
  const shown = presentable(config)
  const parallelism = facts.get('tensor_parallel_size')
  return [
    ...benchmarkFlags.map((flag) => member(flag, shown[flag.field])),
    ...outputFlags.map((flag) => member(flag, output[flag.field])),
    ...(parallelism === undefined ? [] : [['tensor_parallel_size', parallelism] as const]),
  ]
}

function member(flag: Flag, value: FlagValue): PythonEntry {
  return [flag.flag.slice(2).replaceAll('-', '_'), argument(flag, value)]
}

/** Numbers and switches keep their type; other values are strings as on a command line. */
function argument(flag: Flag, value: FlagValue): PythonValue {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number' && flag.kind !== 'range-ratio') {
    return flag.kind === 'integer' ? value : float(value)
  }
  const words = flagArguments(flag, value)
  if (words.length === 0) return null
  return takesSeveralValues(flag) ? words : words.join('')
}

/** Values that JSON cannot represent become strings. */
function dict(entries: readonly PythonEntry[]): Map<string, PythonValue> {
  return new Map(entries.map(([key, value]) => [key, isInfinite(value) ? 'inf' : value]))
}

function isInfinite(value: PythonValue): boolean {
  return value !== null && typeof value === 'object' && 'float' in value && value.float === Infinity
}
