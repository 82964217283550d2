// A server is launched on a host over SSH, seen to come up, measured, stopped; one that fails says what to change.
import { execFileSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { installVllm, markedProcesses } from '../../tests/remote/install-vllm.ts'
import { makeKey, missingDaemon, startSshDaemon } from '../../tests/remote/ssh-daemon.ts'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { startRun } from '../pages/bench-page.ts'
import { beginHost, finishHost, trustHost } from '../pages/hosts-page.ts'
import { composeLaunch, startLaunch, summary } from '../pages/launch-page.ts'
import { cancelRun, someHaveEnded } from '../pages/run-page.ts'
import { choose, goTo } from '../pages/shell.ts'

const model = 'Qwen/Qwen3-8B'

/** With GPUs, vLLM and Node, as far as it reports. */
async function startLab(folder: string) {
  const key = makeKey(folder)
  const bin = installVllm(folder)
  symlinkSync(process.execPath, path.join(bin, 'node'))
  const searchPath = `${bin}:${path.resolve('tests/remote/fixtures/bin')}`
  const daemon = await startSshDaemon({
    ...{ folder, authorizedKeys: [key.publicKey], path: searchPath },
  })
  /** Processes of the launches that were made there. */
  const processes = () =>
    readdirSync(path.join(daemon.home, '.local/share/kneepoint/launches')).map((id) =>
      execFileSync('sh', ['-c', markedProcesses(id)], { encoding: 'utf8' }).trim(),
    )
  return { key, daemon, processes, vllm: path.join(bin, 'vllm') }
}

test(
  'add a host, launch there, watch, benchmark, stop; nothing is left',
  { tag: '@desktop-nightly' },
  async ({ window, folder }) => {
    test.skip(missingDaemon !== null, missingDaemon ?? '')
    const { key, daemon, processes, vllm } = await startLab(folder)
    try {
      await beginHost(window)
      await finishHost(window, { name: 'lab', daemon, key })
      await trustHost(window)

      await goTo(window, 'Servers')
      await window.getByRole('button', { name: 'Launch', exact: true }).click()
      await choose(window, 'Host', 'lab')
      await choose(window, 'Installation', new RegExp(`^${vllm} · `))
      await expect(window.getByRole('textbox', { name: 'Program' })).toHaveValue(vllm)
      await window.getByLabel('Model', { exact: true }).fill(model)
      await expect(summary(window)).toContainText(`${vllm} serve`)

      const environment = 'STAND_IN_STARTUP_S=1'
      const wrong = { environment, arguments: '--gpu-memory-utilization 1.5' }
      await composeLaunch(window, { host: 'lab', model, command: `${vllm} serve`, ...wrong })
      await window.getByRole('group', { name: 'GPUs' }).getByRole('button', { name: '1' }).click()
      await expect(summary(window)).toContainText('must be at most 1, not 1.5')
      expect(await seriousProblems(window)).toEqual([])
      await window.getByRole('textbox', { name: 'Arguments' }).fill('--max-model-len 8k --seed 1')
      const share = window.getByRole('textbox', { name: '--gpu-memory-utilization' })
      // Slowly, so that what is half written is judged in between.
      await share.pressSequentially('0.85', { delay: 400 })
      await expect(summary(window)).toContainText('--gpu-memory-utilization 0.85')
      await expect(summary(window)).toContainText('--max-model-len 8k')
      await window.reload()
      await expect(summary(window)).toContainText('--gpu-memory-utilization 0.85')
      await startLaunch(window, model)

      await expect(window.getByText('Loading weights').first()).toBeVisible()
      await expect(window.getByRole('button', { name: 'Benchmark it' })).toBeVisible()
      await expect(window.getByText(/^Ready after/)).toBeVisible()
      await window.getByRole('searchbox', { name: 'Search the log' }).fill('KV cache size')
      await expect(window.getByRole('log')).toContainText('GPU KV cache size')
      await window.getByRole('button', { name: 'Wrap long lines' }).click()
      await expect(window.getByRole('log').locator('.wraps').first()).toBeVisible()
      expect(await seriousProblems(window)).toEqual([])

      await startRun(
        window,
        { name: 'From the host', requests: 6000, perSecond: 12 },
        { on: 'lab' },
      )
      // While it goes on, and when it is over.
      await expect(window.getByRole('img', { name: 'Server and GPUs' })).toBeVisible()
      await someHaveEnded(window, 20)
      await cancelRun(window)
      await expect(window.getByText('sent from lab')).toBeVisible()
      await expect(window.getByRole('img', { name: 'Server and GPUs' })).toBeVisible()
      expect(await seriousProblems(window)).toEqual([])

      expect(processes()).toEqual([expect.stringContaining('/proc/')])
      await goTo(window, 'Servers')
      await window.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(window.getByText('Nothing of it is left on the host.')).toBeVisible()
      expect(processes()).toEqual([''])

      await goTo(window, 'Hosts')
      await window.getByRole('link', { name: /lab/ }).click()
      await window.getByRole('button', { name: 'Find launches' }).click()
      await expect(window.getByRole('row', { name: model })).toContainText('ended')
      expect(await seriousProblems(window)).toEqual([])
    } finally {
      await daemon.stop()
    }
  },
)

test(
  'a launch that fails says why, and what to change',
  { tag: '@desktop-nightly' },
  async ({ window, folder }) => {
    const command = `${path.join(installVllm(folder), 'vllm')} serve`
    const environment = 'STAND_IN_STARTUP_S=1\nSTAND_IN_FAILURE=out-of-memory'
    await composeLaunch(window, { model, command, environment, arguments: '--seed 1' })
    await startLaunch(window, model)

    await expect(window.getByRole('alert')).toContainText('The GPU ran out of memory')
    await expect(window.getByRole('alert')).toContainText('--gpu-memory-utilization')
    await window.getByRole('button', { name: 'Change and launch' }).click()
    await expect(window.getByRole('textbox', { name: 'Arguments' })).toHaveValue('--seed 1')
  },
)
