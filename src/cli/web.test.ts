import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commandLine } from '#node/files/own-programs.test-support.ts'

test('an address works after a restart, and no longer after --new-token', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-web-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = await started(folder)
  expect(await statusOf(first)).toBe(200)
  await first.end()
  const second = await started(folder)
  expect(second).toMatchObject({ origin: first.origin, token: first.token })
  await second.end()
  const third = await started(folder, '--new-token')
  expect(await statusOf(third)).toBe(200)
  expect(await statusOf({ origin: third.origin, token: first.token })).toBe(401)
}, 120_000)

async function started(folder: string, ...flags: readonly string[]) {
  const env = { ...process.env, LC_ALL: 'C', KNEEPOINT_DATA: folder }
  const args = [commandLine, 'web', '--no-open', '--api', ...flags]
  const web = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(web, 'exit')
  const end = async () => {
    web.kill('SIGINT')
    await exited
  }
  onTestFinished(end)
  web.stdout.setEncoding('utf8')
  let printed = ''
  for await (const part of web.stdout) {
    printed += String(part)
    const [, origin = '', token = ''] = /(http:\S+)\/#token=([\w-]+)/.exec(printed) ?? []
    if (token !== '') return { origin, token, end }
  }
  throw new Error(`kneepoint web ended: ${printed}`)
}

async function statusOf({ origin, token }: Readonly<{ origin: string; token: string }>) {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${origin}/api/v1/openapi.json`, { headers })).status
}
