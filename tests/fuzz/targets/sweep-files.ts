// Sweeps as text, YAML and JSON, and the parameter files of vLLM's own sweeps.
import { deepStrictEqual } from 'node:assert'
import { readdirSync, readFileSync } from 'node:fs'
import { benchmarkFlags } from '#core/flags/benchmark-fields.ts'
import { readParams, type ParamsSide } from '#core/sweep/file/read-params.ts'
import { readSweepText, writeSweepText } from '#node/application/sweeps/sweep-text.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { FuzzTarget } from '../fuzz-target.ts'

const examples = new URL('../../../docs/examples/', import.meta.url)
const flagIndex = ownFlagIndex()

const sections = [
  ...['name', 'servers', 'benchmark', 'load', 'search', 'axes', 'exclude', 'limits', 'repeats'],
  ...['order', 'warm-up', 'cool-down', 'retries', 'simulator', 'host', 'launch', 'settings'],
]
const flags = benchmarkFlags.map(({ flag }) => flag.slice(2))

const sweepFile: FuzzTarget = {
  name: 'a sweep as a file',
  samples: [
    ...readdirSync(examples).map((name) => readFileSync(new URL(name, examples), 'utf8')),
    'load: {request-rate: [4, inf], max-concurrency: 8..32 x2}\nsearch: {find: capacity}\n',
  ],
  words: [
    ...[...sections, ...flags].map((key) => `${key}: `),
    ...['\n', '\n  ', '\n    ', '  - ', '- ', '[', ']', '{', '}', ', ', '&a ', '*a', '<<: '],
    ...['1..128 x2', '4..128 +4', '.inf', '.nan', '5 %', '2 min', 'p99 ttft <= 500 ms', '[{}]'],
  ],
  weight: 6,
  // What was understood is understood once more from what we write of it.
  read(text) {
    const file = readSweepText(text)
    deepStrictEqual(readSweepText(writeSweepText(file, 'json')), file)
    deepStrictEqual(readSweepText(writeSweepText(file, 'yaml')), file)
  },
}

const paramsOf = (side: ParamsSide): FuzzTarget => ({
  name: `parameters of a sweep, ${side}`,
  samples: [
    '[{"max_num_seqs": 32, "hf_overrides.a.b": 3}, {"max-num-seqs": 64}]',
    '{"small": {"random_input_len": 128, "request_rate": "inf"}, "large": {"goodput": "ttft:1 e2el:9"}}',
  ],
  words: [
    ...flags.map((flag) => `"${flag.replaceAll('-', '_')}": `),
    ...['[', ']', '{', '}', ', ', '"_benchmark_name": ', '"a.b": ', '"--seed": ', 'null', '1e400'],
  ],
  weight: 2,
  read: (text) => readParams(parsedJson(text), side, flagIndex),
})

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const sweepFileTargets: readonly FuzzTarget[] = [
  sweepFile,
  paramsOf('serve'),
  paramsOf('bench'),
]
