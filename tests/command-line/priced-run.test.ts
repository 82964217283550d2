// A benchmark of a server whose price is known: what is printed, in the result file and in the table follows from its
// requests.
// @module-tag nightly
import path from 'node:path'
import { expect, test } from 'vitest'
import { csvCells } from '#core/base/csv-text.ts'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { bench, printed, simulate, sum, temporaryFolder } from './built-programs.ts'

const load = [
  ...['--random-input-len', '16', '--random-output-len', '20', '--random-range-ratio', '0.9'],
  ...['--num-prompts', '24', '--max-concurrency', '2'],
]
const limitMs = 300
const limit = ['--goodput', `e2el:${limitMs}`]

test('the cost of a million tokens, and of a million within the limits', async () => {
  const server = await simulate()
  const price = ['--price-per-hour', '7.2']
  const { output, result, requests } = await bench([server.baseUrl], [...load, ...limit, ...price])
  expect(result).toMatchObject({ completed: 24, failed: 0 })
  const tokens = requests.map((row) => Number(row['output_tokens']))
  const good = requests.filter((row) => Number(row['e2el_ms']) <= limitMs)
  const goodTokens = sum(good.map((row) => Number(row['output_tokens'])))
  expect(goodTokens).toBeGreaterThan(0)
  expect(goodTokens).toBeLessThan(sum(tokens))
  // 0.002 per second.
  const millionFor = 0.002 * Number(result['duration']) * 1e6
  expect(result['cost_per_million_tokens']).toBeCloseTo(millionFor / sum(tokens), 9)
  expect(result['cost_per_million_good_tokens']).toBeCloseTo(millionFor / goodTokens, 9)
  expect(printed(output, 'Cost per million output tokens')).toBeCloseTo(millionFor / sum(tokens), 1)
  expect(printed(output, 'Cost per million good tokens')).toBeCloseTo(millionFor / goodTokens, 1)

  const free = await bench([server.baseUrl], [...load, ...limit])
  expect(free.output).not.toContain('Cost per million')
  expect(free.result['cost_per_million_good_tokens'] ?? null).toBeNull()
})

test('the report of the stored run has both', async () => {
  const server = await simulate()
  const cwd = temporaryFolder()
  const options = { program: builtProgram, cwd, env: { KNEEPOINT_DATA: path.join(cwd, 'data') } }
  const target = ['--base-url', server.baseUrl, '--model', 'sim', '--save-run', '--label', 'priced']
  const price = ['--price-per-hour', '7.2']
  const ran = await runCli(['bench', 'serve', ...target, ...load, ...limit, ...price], options)
  expect(ran.code, ran.notes).toBe(0)
  const table = await runCli(['report', 'priced', '--format', 'csv', '--output', '-'], options)
  const [head = '', line = ''] = table.output.split(/\r?\n/)
  const row = new Map(csvCells(head).map((name, index) => [name, csvCells(line)[index]]))
  const good = printed(ran.output, 'Cost per million good tokens')
  expect(good).toBeGreaterThan(printed(ran.output, 'Cost per million output tokens'))
  expect(Number(row.get('cost_per_million_good_tokens'))).toBeCloseTo(good, 1)
  const page = await runCli(['report', 'priced', '--format', 'md', '--output', '-'], options)
  expect(page.output).toContain('| Cost per 1M good tokens |')
})
