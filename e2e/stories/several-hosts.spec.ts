// Three hosts send a sweep together: chosen in the form, watched one by one; one is killed, and the report names it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { startSimulator } from '../../src/node/simulator/start-simulator.ts'
import { makeKey, missingDaemon, startSshDaemon } from '../../tests/remote/ssh-daemon.ts'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { beginHost, finishHost, trustHost } from '../pages/hosts-page.ts'
import { saveThrough } from '../pages/saved-file.ts'
import { fill, goTo, heading } from '../pages/shell.ts'
import { composeSweep, listLoads } from '../pages/sweep-composer-page.ts'
import { pointRows, sweepIsOver } from '../pages/sweep-page.ts'

const names = ['gpu-a', 'gpu-b', 'gpu-c'] as const

test('three hosts send a sweep, one is lost', { tag: '@nightly' }, async ({ window, folder }) => {
  test.skip(missingDaemon !== null, missingDaemon ?? '')
  const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const
  const hooks = { onLog: () => undefined, onPhase: () => undefined }
  const simulator = await startSimulator(spec, hooks)
  const key = makeKey(folder)
  const daemons = await Promise.all(
    names.map((name) => {
      const own = path.join(folder, name)
      const bin = path.join(own, 'bin')
      mkdirSync(bin, { recursive: true })
      symlinkSync(process.execPath, path.join(bin, 'node'))
      return startSshDaemon({ folder: own, authorizedKeys: [key.publicKey], path: bin })
    }),
  )
  try {
    for (const [place, daemon] of daemons.entries()) {
      await beginHost(window)
      await finishHost(window, { name: names[place] ?? '', daemon, key })
      await trustHost(window)
    }
    await goTo(window, 'Servers')
    await window.getByRole('button', { name: 'Attach', exact: true }).click()
    // No address of loopback by its name, and yet one that leads there.
    await fill(window, { 'Base URL': `http://0.0.0.0:${simulator.port}` })
    await window.locator('form').getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(window.getByRole('button', { name: 'Benchmark it' })).toBeVisible()

    await composeSweep(window)
    const senders = window.getByRole('group', { name: 'Sent from' })
    for (const name of names) {
      const sender = senders.getByRole('button', { name, exact: true })
      await sender.click()
      await expect(sender).toHaveAttribute('aria-pressed', 'true')
    }
    await listLoads(window, { rates: '30, 40', secondsPerPoint: 25 })
    await fill(window, {
      'Input length': '16',
      'Output length': '8',
      'Name of the result': 'By three',
    })
    await window.getByRole('button', { name: 'Start measuring' }).click()
    await expect(heading(window, 'By three')).toBeVisible()
    const workers = window.getByRole('table', { name: 'Hosts that send the load' })
    await window
      .getByRole('link', { name: /\b30\b/ })
      .first()
      .click()
    await expect(workers.getByRole('row')).toHaveCount(1 + names.length)
    const kill = `pgrep -f '${folder}/gpu-b/.*[l]oad-generator' | xargs kill -9`
    execFileSync('sh', ['-c', kill])
    await expect(workers.getByRole('row', { name: /gpu-b/ })).toContainText('lost')
    await expect(window.getByText(/^gpu-b was lost/)).toBeVisible()
    expect(await seriousProblems(window)).toEqual([])
    await expect(window.getByRole('alert')).toContainText('in the middle of the run: gpu-b')

    await window.getByRole('link', { name: 'By three', exact: true }).click()
    await sweepIsOver(window)
    await expect(pointRows(window)).toHaveCount(2)
    await expect(pointRows(window).first()).toContainText('Failed')
    const saved = await saveThrough(window, 'Export', 'Summary as Markdown')
    expect(saved.bytes.toString('utf8')).toMatch(/gpu-b: \d+ requests, lost/)
  } finally {
    await Promise.all(daemons.map((daemon) => daemon.stop()))
    await simulator.stop()
  }
})
