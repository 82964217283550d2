// Unforeseen crashes, with secrets in everything an error can hold: none of them is printed, reported or stored.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { json, oneToken, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'

const planted = {
  key: 'planted-key-51ab',
  // Written otherwise in JSON.
  header: 'planted "header" 51ab',
  body: 'planted-body-51ab',
  hub: 'planted-hub-51ab',
}
const saboteur = new URL('saboteur.ts', import.meta.url).href

function completions(): Promise<string> {
  return serveAnswers({
    'GET /v1/models': json({ object: 'list', data: [{ id: 'm' }] }),
    'POST /v1/completions': oneToken,
  })
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-last-words-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

type Sabotage = Readonly<{ place: 'program' | 'process' | 'thread'; at: string }>

async function requireSilence(
  args: readonly string[],
  { folder, place, at }: Sabotage & Readonly<{ folder: string }>,
) {
  const { code, output, notes } = await runCli(args, {
    cwd: folder,
    env: {
      ...{ KNEEPOINT_DATA: folder, OPENAI_API_KEY: planted.key, HF_TOKEN: planted.hub },
      ...{ SABOTAGE: place, SABOTAGE_AT: at },
      NODE_OPTIONS: `--import ${saboteur} --report-uncaught-exception --report-directory=${folder}`,
    },
  })
  expect(code).not.toBe(0)
  // Else it crashed without a report, or was not sabotaged at all.
  expect(notes).toContain('sabotage: ')
  expect(notes).toContain('because: Error: cause: ')
  expect(notes).toContain('x-team: ***')
  const written = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'sweep.json')
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'latin1'))
  const reported = [output, notes, ...written].join('\n')
  expect(Object.values(planted).filter((secret) => reported.includes(secret))).toEqual([])
}

const sabotages: readonly (Sabotage & Readonly<{ threads: string }>)[] = [
  { place: 'program', at: 'GET /v1/models', threads: '1' },
  { place: 'program', at: '"prompt"', threads: '1' },
  { place: 'thread', at: 'POST /v1', threads: '2' },
]

test.each(sabotages)(
  'a $place that crashes at $at reveals no secret',
  async (sabotage) => {
    const folder = temporaryFolder()
    const args =
      `bench serve --save-run --model m --prompt-token-ids --vocab-size 1000 --random-input-len 4 --random-output-len 1 ` +
      `--num-prompts 20 --ready-check-timeout-sec 0 --client-threads ${sabotage.threads} --base-url ${await completions()}`
    const secret = ['--header', `x-team=${planted.header}`, '--extra-body', extraBody]
    await requireSilence([...args.split(' '), ...secret], { folder, ...sabotage })
  },
  30_000,
)

const extraBody = JSON.stringify({ api_key: planted.body })

test('nor does a process the application has started', async () => {
  const folder = temporaryFolder()
  const sweep = {
    name: 'doomed',
    servers: [{ url: await completions() }],
    benchmark: {
      ...{ 'dataset-name': 'random', 'prompt-token-ids': true, 'vocab-size': 1000, model: 'm' },
      ...{ 'random-input-len': 4, 'random-output-len': 1, 'num-prompts': 5 },
      ...{ header: { 'x-team': planted.header }, 'extra-body': { api_key: planted.body } },
    },
    load: { 'request-rate': 'inf' },
  }
  writeFileSync(path.join(folder, 'sweep.json'), JSON.stringify(sweep))
  const sabotage = { place: 'process', at: 'POST /v1' } as const
  await requireSilence(['bench', 'sweep', 'sweep.json'], { folder, ...sabotage })
}, 30_000)
