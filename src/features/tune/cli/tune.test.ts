// `kneepoint tune` over the real stack: simulated servers that are started with each setting, measured and stored.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callCli } from '#cli/call-cli.test-support.ts'
import { runCli } from '#cli/run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-tune-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = {
  name: 'Seats',
  // Two seats are the default, so that more of them serve more at once.
  servers: [{ simulator: 'quick', 'start-up': 0, flags: { 'max-num-seqs': 2 } }],
  benchmark: {
    'dataset-name': 'random',
    'prompt-token-ids': true,
    'random-input-len': 32,
    'random-output-len': 8,
    'num-prompts': 200,
  },
  objective: { capacity: 'max-concurrency', from: 2, 'up-to': 64 },
  limits: ['mean ttft <= 150 ms', 'answers >= 99 %'],
  flags: {
    'max-num-seqs': [4, 8],
    'gpu-memory-utilization': { values: 0.01, 'only-if': { 'max-num-seqs': 4 } },
    'max-num-batched-tokens': { values: [4], 'only-if': { 'max-num-seqs': 8 } },
    'kv-cache-dtype': { values: ['fp8'], 'only-if': { 'max-num-seqs': 8 } },
  },
  budget: { runs: 32 },
}

const env = { KNEEPOINT_DATA: folder }

function tune(contents: unknown, ...args: string[]) {
  writeFileSync(path.join(folder, 'tune.json'), JSON.stringify(contents))
  return runCli(['tune', ...args], { cwd: folder, env })
}

const answer = z.object({
  flags: z.record(z.string(), z.unknown()).nullable(),
  isBetter: z.boolean(),
  failed: z.array(z.object({ flags: z.record(z.string(), z.unknown()), why: z.string() })),
  command: z.string().nullable(),
})

test('shows what it may try, and refuses what the server would', { timeout: 60_000 }, async () => {
  const ended = await tune(file, 'tune.json', '--dry-run')
  expect(ended).toMatchObject({ code: 0, notes: '' })
  // 2, 4 and 8 sequences, 4 of them with less memory, 8 with other types; 4 tokens are too few for 8 sequences.
  expect(ended.output).toContain('Seats: 7 settings of 4 flags, 2 refused beforehand')
  expect(ended.output).toContain('Begins with: the defaults, ')
})

test(
  'paused and resumed, it finds more seats and what fails',
  { tags: 'nightly', timeout: 300_000 },
  async () => {
    writeFileSync(path.join(folder, 'tune.json'), JSON.stringify(file))
    const paused = await runCli(['tune', 'tune.json'], { cwd: folder, env, interruptAfter: ' met' })
    expect(paused.code, paused.notes).toBe(130)
    const [, id = ''] = /--resume (\S+)$/m.exec(paused.notes) ?? []
    const ended = await tune(file, '--resume', id.slice(0, 12), '--json', 'answer.json')
    const found = answer.parse(JSON.parse(readFileSync(path.join(folder, 'answer.json'), 'utf8')))
    expect(found.failed.map(({ why }) => why).join()).toContain('too few for one request')
    expect(found.failed.map(({ why }) => why).join()).toContain('of the tokens equal those')
    expect(ended.output).toContain('12/12')
    // On a busy machine our own client may be the limit, and then nothing is confirmed.
    expect([0, 3], ended.notes).toContain(ended.code)
    expect(found.isBetter || ended.code === 3).toBe(true)
    if (ended.code === 0) expect(found.command).toMatch(/vllm serve Qwen.*--max-num-seqs [48]/s)
    expect(ended.notes).toContain('Next setting: --')
  },
)

test.each<[unknown, string]>([
  [{ ...file, budget: undefined }, 'budget is missing'],
  [{ ...file, budget: { 'wall-clock': -1 } }, 'budget.wall-clock must be a time, not -1'],
  [{ ...file, limits: [] }, 'limits is missing'],
  [{ ...file, flags: { 'num-prompts': [1, 2] } }, 'flags.num-prompts is not a flag of the server'],
  [
    { ...file, flags: { 'max-num-seqs': { values: [4], 'only-if': { 'block-size': 16 } } } },
    'must name another tuned flag',
  ],
  [{ ...file, servers: [] }, 'A tuning needs exactly one server; the file names 0'],
])('refuses what says %#', async (contents, says) => {
  const written = path.join(folder, 'refused.json')
  writeFileSync(written, JSON.stringify(contents))
  const { code, notes } = await callCli(['tune', written], folder)
  expect(code).toBe(2)
  expect(notes).toContain(says)
})
