// Load of a tool call, in the flags of `vllm bench serve`, which agents know.
import { z } from 'zod'
import { appError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { parseBenchServe } from '#cli/arguments/parse-bench-serve.ts'

export const benchArguments = z
  .array(z.string())
  .max(200)
  .describe(
    'Flags of "vllm bench serve", one word each, without the address of the server, such as ' +
      '["--dataset-name", "random", "--random-input-len", "512", "--random-output-len", "128", "--num-prompts", "200"]. ' +
      'On a server that is not reachable for tokenizing, add "--prompt-token-ids".',
  )

/** Flags for the target of the load and for output files, which the tools set themselves. */
const decidedHere = ['--base-url', '--host', '--port', '--on', '--header', '--result-dir']

/** Throws `invalid-input` naming the invalid flag. */
export function configFrom(args: readonly string[]): BenchmarkConfig {
  const [refused] = args.filter((word) => decidedHere.includes(word.split('=')[0] ?? ''))
  if (refused !== undefined) {
    throw appError('invalid-input', 'cli.mcp.decidedHere', { flag: refused })
  }
  return parseBenchServe(args).config
}
