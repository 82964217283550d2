// A Mooncake trace over the built program: what its hashes allow a prefix cache, beside what the server's cache gave.
// @module-tag nightly
import path from 'node:path'
import { expect, test } from 'vitest'
import { bench, printed, simulate, sum } from './built-programs.ts'

const trace = path.join(import.meta.dirname, '../datasets/fixtures/mooncake.jsonl')
const flags = [
  ...['--dataset-name', 'timed_trace', '--dataset-path', trace, '--self-timed'],
  ...['--timed-trace-layout', 'mooncake', '--num-prompts', '5', '--ready-check-timeout-sec', '0'],
]

test('the ideal share of cached prompt tokens follows from the hashes, and the server stays within it', async () => {
  const server = await simulate(['--enable-prompt-tokens-details'])
  const { output, result, requests } = await bench([server.baseUrl], flags)
  const log = await server.logged(5)
  expect(result).toMatchObject({ completed: 5, failed: 0, output_lens: [4, 5, 6, 7, 8] })
  const lengths = [1200, 1536, 1200, 700, 2048]
  expect(requests.map((row) => Number(row['input_tokens']))).toEqual(lengths)
  expect(log).toHaveLength(5)
  // (0 + 1024 + 1200 + 0 + 1536) / (1200 + 1536 + 1200 + 700 + 2048) = 3760 / 6684.
  expect(result['total_reusable_tokens']).toBe(3760)
  expect(result['reusable_share']).toBeCloseTo(0.562537, 6)
  expect(printed(output, 'Ideally cached prompt tokens')).toBe(3760)
  expect(printed(output, 'Ideally cached share of prompts')).toBe(0.56)
  // Of 1200 known tokens the server computes the last again, so that its cache gives 74 of 75 blocks of 16.
  const cached = [0, 1024, 1184, 0, 1536]
  expect(requests.map((row) => Number(row['cached_tokens']))).toEqual(cached)
  expect(result['total_cached_tokens']).toBe(sum(cached))
  expect(result['cached_share']).toBeCloseTo(3744 / 6684, 6)
})
