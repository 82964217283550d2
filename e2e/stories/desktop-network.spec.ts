// The desktop program on a network: through proxies, and with none at all.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openProxy } from '../../src/node/load/connections/open-proxy.test-support.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../pages/bench-page.ts'
import { openReason, runIsOver } from '../pages/run-page.ts'
import { startServerElsewhere } from '../pages/server-elsewhere.ts'
import { choose, fill, goTo } from '../pages/shell.ts'
import { startElectron } from '../transports/electron.ts'

const tag = ['@desktop-only', '@desktop-nightly']

test(
  'the proxy of the environment carries queries and load; that of the system carries nothing',
  { tag },
  async ({ folder, surroundings }) => {
    const server = await startServerElsewhere()
    const port = Number(new URL(server.url).port)
    const ofEnvironment = await openProxy(port)
    const ofSystem = await openProxy(port)
    try {
      const app = await startElectron(await surroundings(), {
        folder,
        args: [`--proxy-server=${new URL(ofSystem.url).host}`],
        env: { http_proxy: ofEnvironment.url, no_proxy: '' },
      })
      const window = await app.openWindow()
      await goTo(window, 'Servers')
      await window.getByRole('button', { name: 'Attach', exact: true }).click()
      // Only the proxy finds this name.
      await fill(window, { 'Base URL': 'http://llm.example:8000', Name: 'Behind a proxy' })
      await window.locator('form').getByRole('button', { name: 'Attach', exact: true }).click()
      await startRun(window, { name: 'By proxy', requests: 20, perSecond: 20 })
      await runIsOver(window)
      const lines = ofEnvironment.asked.map(({ line }) => line)
      expect(lines).toContain('GET http://llm.example:8000/v1/models')
      const load = lines.filter((line) => /^POST http:\/\/llm\.example:8000\/v1\//.test(line))
      expect(load.length).toBeGreaterThanOrEqual(20)
      expect(ofSystem.asked).toEqual([])
      const { host } = new URL(ofEnvironment.url)
      const reasons = await openReason(window, /^Warnings$/)
      await expect(reasons).toContainText(`Requests went by the proxy ${host}`)
      await window.screenshot({ path: test.info().outputPath('proxy.png') })
      await goTo(window, 'Settings')
      await choose(window, 'Language', '简体中文')
      await window.evaluate(() => history.back())
      await expect(await openReason(window, /^警告$/)).toContainText(`请求经过代理 ${host}`)
      expect(await app.close()).toBe(0)
    } finally {
      ofEnvironment.close()
      ofSystem.close()
      await server.stop()
    }
  },
)

test('without a network, the first knee is found and a server is missed by name', { tag }, () => {
  test.skip(process.getuid?.() !== 0, 'only root may take the network away')
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-offline-'))
  const script = path.join(import.meta.dirname, '../desktop/offline.ts')
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    [
      ...['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"'],
      ...[process.execPath, script, folder],
    ],
    { encoding: 'utf8', timeout: 240_000 },
  )
  rmSync(folder, { recursive: true, force: true })
  expect(stderr + stdout).toContain('A knee was found.')
  expect(stdout).toContain('http://llm.example:8000/v1/models: no name server responds')
  expect(status).toBe(0)
})
