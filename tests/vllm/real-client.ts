// What the real `vllm bench serve` did with a command line, and the same command line read by us.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { resolvedConfig } from '#node/experiment/prepare-run.ts'
import { parseBenchServe } from '../../src/cli/arguments/parse-bench-serve.ts'

export const repository = join(import.meta.dirname, '..', '..')

export function readCases<Shape extends z.ZodRawShape>(fileName: string, shape: Shape) {
  const schema = z.array(z.object({ args: z.array(z.string()), ...shape })).min(1)
  return schema.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', fileName), 'utf8')),
  )
}

export function configOf(args: readonly string[]): BenchmarkConfig {
  const served = { modelId: 'org/sim', modelRoot: 'org/sim' }
  return resolvedConfig(parseBenchServe(args).config, served)
}

/** Paths are written from the root of the repository; tests may run anywhere. */
export function withFiles(config: BenchmarkConfig): BenchmarkConfig {
  const fromHere = (path: string | null) => path && join(repository, path)
  const { datasetPath, tokenizer } = config
  return { ...config, datasetPath: fromHere(datasetPath), tokenizer: fromHere(tokenizer) }
}

/** The flags that distinguish cases, as the name of a test. */
export function titleOf(args: readonly string[]): string {
  const common = new Set(['--model', '--request-id-prefix'])
  return args.filter((_, index) => !common.has(args[index - (index % 2)] ?? '')).join(' ')
}
