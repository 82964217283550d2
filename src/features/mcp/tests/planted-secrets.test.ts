// Planted secrets in what agents send and receive.
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import {
  careless,
  everythingIn,
  expectNone,
  planted,
  temporaryFolder,
} from '../../../../tests/security/planted.ts'

test('tools of agents', async () => {
  const folder = temporaryFolder()
  const server = await careless()
  const agent = new Client({ name: 'test', version: '1' })
  const env = {
    ...process.env,
    KNEEPOINT_DATA: path.join(folder, 'data'),
    KNEEPOINT_KEY_TEST: planted.key,
  }
  const texts = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--no-warnings', commandLine, 'mcp', '--output-dir', folder],
    env: Object.fromEntries(texts),
    stderr: 'pipe',
  })
  let told = ''
  transport.stderr?.on('data', (piece: Buffer) => (told += piece.toString()))
  await agent.connect(transport)
  onTestFinished(() => agent.close())
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await agent.callTool({ name, arguments: args }, { timeout: 120_000 })
    told += JSON.stringify(result)
    expect(result.isError, JSON.stringify(result)).not.toBe(true)
    return result
  }
  const attached = await call('attach_server', {
    baseUrl: server.url,
    apiKeyVariable: 'KNEEPOINT_KEY_TEST',
  })
  const { servers } = z
    .object({ servers: z.array(z.object({ id: z.string() })).min(1) })
    .parse(attached.structuredContent)
  const serverId = servers[0]?.id
  const load =
    '--dataset-name random --prompt-token-ids --vocab-size 1000 --random-input-len 4 --random-output-len 2'
  await call('run_benchmark', {
    serverId,
    name: 'planted',
    confirmed: true,
    arguments: [
      ...load.split(' '),
      '--num-prompts',
      '20',
      '--model',
      'm',
      '--extra-body',
      `{"api_key": "${planted.body}"}`,
    ],
  })
  const listed = await call('list_runs', {})
  const { runs } = z
    .object({ runs: z.array(z.object({ id: z.string() })).min(1) })
    .parse(listed.structuredContent)
  await call('read_run', { runId: runs[0]?.id })
  await call('write_report', { runIds: runs.map(({ id }) => id) })
  await call('list_servers', {})
  expect(server.heard.join('\n')).toContain(planted.body)
  expect(server.heard.join('\n')).toContain(JSON.stringify(planted.key).slice(1, -1))
  expectNone(told)
  expectNone(everythingIn(folder))
})
