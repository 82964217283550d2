// A server or a file that states absurd numbers: the run keeps its figures, and every later command works.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { json, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { runCli } from './run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-absurd-'))
afterAll(() => rmSync(folder, { recursive: true }))

const kneepoint = (...args: string[]) =>
  runCli(args, { cwd: folder, env: { KNEEPOINT_DATA: path.join(folder, 'data') } })

const workload =
  '--model m --prompt-token-ids --vocab-size 1000 --random-input-len 4 --random-output-len 1 ' +
  '--num-prompts 14 --ready-check-timeout-sec 0 --save-run --save-result --disable-tqdm'

const absurd = ['9007199254740991', '1e308', '1e999', '-5', '3000000000', '1.5', '1e15']

const events = (count: string): string => {
  const usage = `{"prompt_tokens":${count},"completion_tokens":${count},"completion_tokens_details":{"reasoning_tokens":${count}}}`
  const metrics = `{"queue_time_ms":1e308,"time_to_first_token_ms":-1e308}`
  return (
    'data: {"choices":[{"index":0,"text":"a"}]}\n\ndata: {"choices":[{"index":0,"text":"b"}]}\n\n' +
    `data: {"choices":[],"usage":${usage},"metrics":${metrics}}\n\ndata: [DONE]\n\n`
  )
}

async function requireUsable(): Promise<void> {
  const { code, notes } = await kneepoint('runs')
  expect({ code, notes }).toEqual({ code: 0, notes: '' })
  expect(await kneepoint('report', '--last', '--output', 'r.md')).toMatchObject({ code: 0 })
  expect(await kneepoint('db', 'check')).toMatchObject({ code: 0 })
}

test('an absurd usage is no usage', async () => {
  let asked = 0
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ object: 'list', data: [{ id: 'm' }] }),
    'GET /metrics': {
      status: 200,
      contentType: 'text/plain',
      body: 'vllm:num_requests_running 1e308\nvllm:prompt_tokens_total 1e308\n',
    },
    'POST /v1/completions': () => ({
      status: 200,
      contentType: 'text/event-stream',
      body: events(absurd[asked++ % absurd.length] ?? ''),
    }),
  })
  const file = path.join(folder, 'result.json')
  const args = [...workload.split(' '), '--base-url', baseUrl, '--result-filename', file]
  expect(await kneepoint('bench', 'serve', ...args)).toMatchObject({ code: 0 })
  const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const requests = 2 * absurd.length
  expect(written).toMatchObject({ completed: requests, total_input_tokens: 4 * requests })
  await requireUsable()
})

const result = { duration: 2, completed: 1, total_input_tokens: 4, date: '20250515-101112' }

const changes = [
  { duration: 1e308 },
  { completed: 2 ** 60 },
  { total_input_tokens: 1e300 },
  { mean_ttft_ms: 1e308 },
  { output_throughput: -1e300 },
  { ttfts: [1e300], itls: [[1e300]], errors: [''], start_times: [-1e300] },
]

test('results with absurd figures are refused or read, and hide nothing', async () => {
  const file = path.join(folder, 'theirs.json')
  const lines = [result, ...changes.map((change) => ({ ...result, ...change }))]
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const { output } = await kneepoint('import', file)
  expect(output).toContain('Imported')
  await requireUsable()
})
