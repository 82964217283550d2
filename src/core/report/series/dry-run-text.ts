// Prompts of a dry run as vLLM's Rust client prints them.
import type { SampledRequest } from '../../workload/sampled-request.ts'

type Lengths = Pick<SampledRequest, 'promptTokens' | 'expectedOutputTokens'>

/** `requests` must not be empty. No newline at the end. */
export function dryRunText(requests: readonly Lengths[]): string {
  const input = requests.reduce((sum, { promptTokens }) => sum + promptTokens, 0)
  const output = requests.reduce((sum, request) => sum + request.expectedOutputTokens, 0)
  return [
    'Dry run stats:',
    `  Total prompts: ${requests.length}`,
    `  Total input tokens: ${input}`,
    `  Total expected output tokens: ${output}`,
    `  Avg input tokens: ${(input / requests.length).toFixed(1)}`,
    `  Avg output tokens: ${(output / requests.length).toFixed(1)}`,
  ].join('\n')
}
