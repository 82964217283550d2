// `kneepoint predict` on stored runs of a known engine.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { storeKnownRuns } from '#features/twin/node/known-engine-runs.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { runCli } from '#cli/run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-predict-'))
const options = { cwd: folder, env: { KNEEPOINT_DATA: folder } }
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  storeKnownRuns(database)
  database.close()
})

const answerSchema = z.object({
  kind: z.literal('predicted'),
  runs: z.array(z.string()),
  capacity: z.object({ low: z.number(), value: z.number(), high: z.number() }),
  at: z.object({ requestRate: z.literal(10) }),
  replicas: z.object({ value: z.int() }),
})

test(
  'predicts from the runs of a server, and writes the same as JSON',
  { timeout: 600_000 },
  async () => {
    const asked = ['--request-rate', '10', '--demand', '100', '--json', 'answer.json']
    const { code, output, notes } = await runCli(
      ['predict', '--server', 'gpu-03', ...asked],
      options,
    )
    expect(code, notes).toBe(0)
    expect(output).toContain('PREDICTED from 4 runs of llama-8b, not measured')
    expect(output).toContain('max-num-seqs 32 (found in the runs)')
    const written: unknown = JSON.parse(readFileSync(path.join(folder, 'answer.json'), 'utf8'))
    const answer = answerSchema.parse(written)
    expect(answer.runs.toSorted()).toEqual(['burst', 'few', 'heavy', 'light'])
    expect(answer.capacity.low).toBeLessThanOrEqual(answer.capacity.value)
  },
)

test(
  'refuses too few requests, and finds no load within limits',
  { tags: 'nightly', timeout: 600_000 },
  async () => {
    const chinese = ['predict', 'few', '--lang', 'zh']
    const refused = await runCli(chinese, options)
    expect(refused.code).toBe(4)
    expect(refused.output).toContain('数据太少：4 个请求')
    const impossible = ['light', '--max-num-seqs', '32', '--limit', 'mean tpot <= 1 ms']
    const { code, output } = await runCli(['predict', ...impossible], options)
    expect(code).toBe(3)
    expect(output).toContain('no load keeps them')
  },
)

test.each([
  [['predict']],
  [['predict', 'nosuch']],
  [['predict', '--server', 'nosuch']],
  [['predict', 'light', '--limit', 'p99 itl <= 5 ms']],
])('%j ends with 2 and a sentence', async (args) => {
  const { code, notes } = await runCli(args, options)
  expect(code).toBe(2)
  expect(notes).toMatch(/^kneepoint: .+\n +\S/)
})

test('names the flag of a limit on no figure', async () => {
  const { code, notes } = await runCli(['predict', 'light', '--limit', 'p99 foo <= 1 ms'], options)
  expect(code).toBe(2)
  expect(notes).toContain('kneepoint: --limit is on no figure: p99 foo.\n')
})
