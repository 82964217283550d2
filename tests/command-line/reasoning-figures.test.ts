// What is known of responses that reason, as figures of the built program: two servers of which one reasons more and is
// slower are compared, judged by a gate in both directions, and exported side by side.
// @module-tag nightly
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { csvCells } from '#core/base/csv-text.ts'
import { builtProgram, runCli } from '../../src/cli/run-cli.test-support.ts'
import { commandNames } from '../../src/cli/program.ts'
import { keptFolder, startSimulate } from './built-programs.ts'

const folder = keptFolder()
const repeats = ['1', '2', '3']

function kneepoint(...args: string[]) {
  return runCli(args, { program: builtProgram, cwd: folder, env: { KNEEPOINT_DATA: folder } })
}

/** Both servers receive the same prompts, each with 64 tokens that the others have too. */
async function measure(label: string, baseUrl: string, seed: string): Promise<void> {
  const { code, notes } = await kneepoint(
    ...['bench', 'serve', '--base-url', baseUrl, '--model', 'sim', '--backend', 'openai-chat'],
    ...['--endpoint', '/v1/chat/completions', '--dataset-name', 'random', '--seed', seed],
    ...['--random-prefix-len', '64', '--random-input-len', '32', '--random-output-len', '20'],
    ...['--num-prompts', '32', '--max-concurrency', '4', '--ready-check-timeout-sec', '0'],
    ...['--save-run', '--label', `${label} ${seed}`],
  )
  expect(code, notes).toBe(0)
}

const names = (label: string) => repeats.map((seed) => `${label} ${seed}`)

beforeAll(async () => {
  const fixed = ['--preset', 'h100-llama-8b', '--enable-prompt-tokens-details']
  const servers = {
    quick: await startSimulate([...fixed, '--reasoning-share', '0.25']),
    slow: await startSimulate([...fixed, '--reasoning-share', '0.75', '--slow-down', '300']),
  }
  for (const seed of repeats) {
    for (const [label, { baseUrl }] of Object.entries(servers)) await measure(label, baseUrl, seed)
  }
  return async () => {
    for (const { stop } of Object.values(servers)) await stop()
  }
}, 120_000)

const figuresSchema = z.array(
  z.object({
    name: z.string(),
    percentile: z.number().nullable(),
    verdict: z.string().nullable(),
    base: z.object({ value: z.number() }),
    other: z.object({ value: z.number() }),
  }),
)

test('compared, each figure has its row, and more and slower reasoning is worse', async () => {
  const { code, output, notes } = await kneepoint(
    'compare',
    'quick 1',
    'slow 1',
    '--json',
    'c.json',
  )
  expect(code, notes).toBe(0)
  const [{ figures } = { figures: [] }] = z
    .array(z.object({ figures: figuresSchema }))
    .parse(JSON.parse(readFileSync(path.join(folder, 'c.json'), 'utf8')))
  const of = (name: string, percentile: number | null = null) =>
    figures.find((figure) => figure.name === name && figure.percentile === percentile)
  for (const name of ['ttfo', 'reasoning_time', 'answer_tpot']) {
    for (const percentile of [null, 50, 99]) {
      const { base, other } = of(name, percentile) ?? {}
      expect(other?.value, `${name} ${percentile}`).toBeGreaterThan(base?.value ?? NaN)
    }
    // A busy machine delays the client, whose runs are not judged then.
    const verdicts = /no verdict/i.test(output) ? ['worse', null] : ['worse']
    expect(verdicts, name).toContain(of(name)?.verdict)
  }
  expect(of('meanReasoningTokens')).toMatchObject({ base: { value: 5 }, other: { value: 15 } })
  expect(of('reasoningShare')).toMatchObject({ base: { value: 0.25 }, other: { value: 0.75 } })
  // Prompts begin alike and have the same length: where they were in flight together, one of them was computed.
  const [share, tokens] = [of('cachedShare'), of('meanCachedTokens')]
  for (const side of ['base', 'other'] as const) {
    expect(tokens?.[side].value).toBeGreaterThan(32)
    expect(tokens?.[side].value).toBeLessThanOrEqual(64)
    expect(share?.[side].value).toBeGreaterThan(0.3)
  }
  for (const row of ['mean TTFO ms', 'p99 Answer TPOT ms', 'mean Reasoning Time ms']) {
    expect(output).toMatch(new RegExp(`^${row} `, 'm'))
  }
  expect(output).toMatch(/^reasoning tokens per request tok +5(\.0+)? +15/m)
  expect(output).toMatch(/^cached tokens per request tok /m)
})

describe.runIf(commandNames.includes('gate'))('a gate', () => {
  const figures = {
    ...{ 'p99 ttfo': '20 %', 'mean reasoning_time': '20 %', 'mean answer_tpot': '20 %' },
    ...{ 'reasoning-share': '20 %', 'mean-reasoning-tokens': '20 %' },
    ...{ 'cached-share': '50 %', 'mean-cached-tokens': '50 %' },
  }
  const always = ['cached-share', 'mean-cached-tokens']
  const verdictSchema = z.object({
    verdict: z.string(),
    figures: z.array(z.object({ state: z.string() })),
  })

  test.for([
    { candidate: 'quick', baseline: 'slow', code: 0, verdict: 'pass' },
    { candidate: 'slow', baseline: 'quick', code: 1, verdict: 'worse' },
  ])('of $candidate against $baseline is $verdict', async (wanted, context) => {
    const { candidate, baseline, code, verdict } = wanted
    writeFileSync(path.join(folder, 'gate.json'), JSON.stringify({ name: 'Reasoning', figures }))
    const sides = [
      '--baseline',
      names(baseline).join(','),
      '--candidate',
      names(candidate).join(','),
    ]
    const ended = await kneepoint('gate', 'gate.json', ...sides, '--json', `${candidate}.json`)
    // A busy machine delays the client, whose runs are no evidence then.
    if (ended.output.includes('Client-limited')) context.skip('This machine has no time for it.')
    expect(ended.code, `${ended.output}${ended.notes}`).toBe(code)
    const result = verdictSchema.parse(
      JSON.parse(readFileSync(path.join(folder, `${candidate}.json`), 'utf8')),
    )
    expect(result.verdict).toBe(verdict)
    const state = verdict === 'pass' ? 'within' : verdict
    const states = Object.keys(figures).map((name, at) => [name, result.figures[at]?.state])
    expect(states).toEqual(
      Object.keys(figures).map((name) => [name, always.includes(name) ? 'within' : state]),
    )
  })
})

test('exported, each is a column of the runs', async () => {
  const runs = [...names('quick'), ...names('slow')]
  const { code, notes } = await kneepoint(
    'report',
    ...runs,
    '--format',
    'csv',
    '--output',
    'runs.csv',
  )
  expect(code, notes).toBe(0)
  const [head = '', ...lines] = readFileSync(path.join(folder, 'runs.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
  const columns = csvCells(head)
  const rows = lines.map((line) => {
    const cells = csvCells(line)
    return Object.fromEntries(columns.map((column, at) => [column, cells[at]]))
  })
  expect(rows).toHaveLength(runs.length)
  for (const row of rows) {
    const reasoning = row['run_name']?.startsWith('quick') === true ? 5 : 15
    expect(row).toMatchObject({
      ...{ total_reasoning_tokens: `${reasoning * 32}`, mean_reasoning_tokens: `${reasoning}` },
      reasoning_share: `${reasoning / 20}`,
    })
    const cached = Number(row['total_cached_tokens'])
    expect(Number(row['mean_cached_tokens'])).toBeCloseTo(cached / 32, 9)
    for (const latency of ['ttfo', 'reasoning_time', 'answer_tpot']) {
      expect(Number(row[`mean_${latency}_ms`]), latency).toBeGreaterThan(0)
      expect(Number(row[`p99_${latency}_ms`]), latency).toBeGreaterThan(0)
    }
  }
})
