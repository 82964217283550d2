// The same benchmark as a command line, for this program or the original: what is at its default is left out.
import { defaultBenchmarkConfig } from '../model/benchmark-config.ts'
import type { BenchmarkConfig, BenchmarkField } from '../model/benchmark-fields.ts'
import { benchmarkFlags, type BenchmarkFlag } from '../model/benchmark-flags.ts'
import { negatedFlag } from '../model/flags/flag.ts'
import { flagWords } from '../model/flags/flag-words.ts'
import { shellText } from '../shell/shell-text.ts'

export type Program = 'vllm' | 'kneepoint'

/** Said even at their defaults: a reader wants to see what was asked of whom. */
const essentialFields: readonly BenchmarkField[] = ['backend', 'endpoint', 'datasetName']

/** Values of headers are secrets more often than not and never leave the process. */
export const hiddenValue = '***'

export function equivalentCommand(config: BenchmarkConfig, program: Program = 'vllm'): string {
  // Only the original's Rust client can send token ids; this variable chooses it.
  const client = program === 'vllm' && config.promptTokenIds ? 'VLLM_USE_RUST_BENCH=1 ' : ''
  return client + shellText([program, 'bench', 'serve', ...benchmarkArguments(config)])
}

export function benchmarkArguments(config: BenchmarkConfig): readonly string[] {
  return benchmarkFlags.filter((flag) => isSaid(config, flag)).flatMap((flag) => said(config, flag))
}

function isSaid(config: BenchmarkConfig, { field }: BenchmarkFlag): boolean {
  if (config.baseUrl !== null && (field === 'host' || field === 'port')) return false
  if (essentialFields.includes(field)) return true
  return JSON.stringify(config[field]) !== JSON.stringify(defaultBenchmarkConfig[field])
}

function said(config: BenchmarkConfig, flag: BenchmarkFlag): readonly string[] {
  if (config[flag.field] === false) return [negatedFlag(flag.flag)]
  const value = flag.field === 'header' ? withoutValues(config.header) : config[flag.field]
  const words = flagWords(flag, value)
  // Joined by `=`, a word that begins with a dash is not taken for a flag.
  const [word] = words
  return words.length === 1 && word?.startsWith('-')
    ? [`${flag.flag}=${word}`]
    : [flag.flag, ...words]
}

export function withoutValues(header: BenchmarkConfig['header']): BenchmarkConfig['header'] {
  return Object.fromEntries(Object.keys(header).map((name) => [name, hiddenValue]))
}
