// Secrets planted wherever a reader may put them, and looked for in everything the program wrote and every process it
// started: only the server may learn them. It repeats all that it receives, in every encoding and wherever it can.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { sweepPlanSchema } from '#core/model/sweep.ts'
import { hiddenValue } from '#core/redaction/presentable.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import {
  openApplication,
  smallBenchmark,
  Window,
} from '#node/application/application.test-support.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { careless, everythingIn, expectNone, planted, temporaryFolder } from './planted.ts'

test('the command line prints, keeps and exports none of them', async () => {
  const folder = temporaryFolder()
  const server = await careless()
  const env = { KNEEPOINT_DATA: folder, OPENAI_API_KEY: planted.key, HF_TOKEN: planted.hub }
  const run = (...args: string[]) => runCli(args, { cwd: folder, env })
  const measured = await run(
    ...['bench', 'serve', '--base-url', server.url, '--prompt-token-ids', '--vocab-size', '1000'],
    ...['--random-input-len', '4', '--random-output-len', '2', '--num-prompts', '20'],
    ...['--header', `X-Team=${planted.header}`, `Authorization=Bearer ${planted.key}`],
    ...[
      '--extra-body',
      `{"api_key": "${planted.body}", "deep": [{"password": "${planted.body}"}]}`,
    ],
    ...[
      '--save-run',
      '--save-result',
      '--save-detailed',
      '--plot-timeline',
      '--result-dir',
      folder,
    ],
  )
  expect(measured.notes + measured.code).toMatch(/0$/)
  for (const secret of [planted.key, planted.header, planted.body]) {
    expect(server.heard.join('\n')).toContain(JSON.stringify(secret).slice(1, -1))
  }
  const id = /^(\S+) /m.exec((await run('runs')).output.split('\n').at(-2) ?? '')?.[1] ?? ''
  const exported = [
    await run('export', id),
    await run('export', id, '--format', 'csv'),
    await run('report', id, '--format', 'bundle', '--output', 'bundle.gz'),
    await run('report', id, '--output', 'report.html'),
    await run('report', id, '--output', 'report.md'),
    await run('report', id, '--format', 'requests-csv', '--output', 'requests.csv'),
    await run('report', id, '--format', 'series-csv', '--output', 'series.csv'),
    await run('runs', '--json'),
  ]
  const refused = await run(
    'bench',
    'serve',
    '--base-url',
    `http://u:${encodeURIComponent(planted.key)}@127.0.0.1:1`,
  )
  expect(refused.notes).toContain('must not contain a user name or password')
  for (const { code, output, notes } of [measured, ...exported]) {
    expect(`${notes}${code}`).toMatch(/(^|\n)0$/)
    expectNone(output + notes)
  }
  expectNone(everythingIn(folder))
})

test('the application stores, reports, shows and passes on none of them', async () => {
  const folder = temporaryFolder()
  const server = await careless()
  const client = clientOf(openApplication({ folder }))
  const window = new Window(client)
  const spec = { kind: 'attached', baseUrl: server.url } as const
  const { id: serverId } = await client.servers.attach({ name: null, spec, apiKey: planted.key })
  const config = {
    ...smallBenchmark,
    ...{ vocabSize: 1000, numPrompts: 60, requestRate: 30 },
    header: { 'x-team': planted.header },
    extraBody: { api_key: planted.body },
  }
  const preview = await client.benchmarks.preview({ serverId, config })
  expect(preview.problems).toEqual([])
  const { id } = await client.benchmarks.start({ serverId, name: null, config })
  await window.event(({ type }) => type === 'live')
  const processes = await ownProcesses()
  expect(processes).toContain('load-generator')
  const run = await window.run(id, 'completed')
  expect(server.heard.join('\n')).toContain(planted.body)
  const json = await client.runs.export({ id, format: 'json-detailed' })
  const listed = [
    await client.servers.list(),
    await client.runs.list({}),
    run,
    preview,
    window.news,
  ]
  expectNone(JSON.stringify(listed) + json.text + processes)
  expectNone(everythingIn(folder))
})

test('a sweep sends them as they were given, in its axes too, and keeps none of them', async () => {
  const folder = temporaryFolder()
  const server = await careless()
  const client = clientOf(openApplication({ folder }))
  const window = new Window(client)
  const spec = { kind: 'attached', baseUrl: server.url } as const
  const { id: serverId } = await client.servers.attach({ name: null, spec, apiKey: null })
  const plan = sweepPlanSchema.parse({
    name: 'planted',
    config: {
      ...smallBenchmark,
      ...{ vocabSize: 1000, numPrompts: 4, header: { 'x-team': planted.header } },
      extraBody: { api_key: planted.body },
    },
    ...{ requestRates: ['inf'], maxConcurrencies: [null], secondsPerPoint: null },
    axes: [
      {
        name: 'key',
        settings: [{}, { benchmark: { header: { authorization: `Bearer ${planted.key}` } } }],
      },
    ],
  })
  const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
  const sweep = await window.sweep(id, 'completed')
  const sent = server.heard.filter((request) => request.includes('"prompt"')).join('\n')
  for (const secret of [planted.header, planted.body, planted.key]) {
    expect(sent).toContain(JSON.stringify(secret).slice(1, -1))
  }
  expect(sent).not.toContain(hiddenValue)
  const shown = [sweep, await client.sweeps.list(), await client.sweeps.log({ id }), window.news]
  expectNone(JSON.stringify(shown))
  expectNone(everythingIn(folder))
})

/** The arguments of what this process has started: any user of the machine may read those. */
async function ownProcesses(): Promise<string> {
  const ps = spawn('ps', ['-A', '-ww', '-o', 'ppid=,args='], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  ps.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  await once(ps, 'close')
  const isOwn = (line: string) => Number.parseInt(line, 10) === process.pid
  return text.split('\n').filter(isOwn).join('\n')
}
