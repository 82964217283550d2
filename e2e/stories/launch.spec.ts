// A server is launched on this computer, seen to come up, measured, stopped; one that fails says what to change.
import path from 'node:path'
import { installVllm } from '../../tests/remote/install-vllm.ts'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { startRun } from '../pages/bench-page.ts'
import { composeLaunch, startLaunch, summary } from '../pages/launch-page.ts'
import { runIsOver } from '../pages/run-page.ts'
import { goTo } from '../pages/shell.ts'

const model = 'Qwen/Qwen3-8B'

test('launch, watch, benchmark, stop, find again', async ({ window, folder }) => {
  const command = `${path.join(installVllm(folder), 'vllm')} serve`
  const environment = 'STAND_IN_STARTUP_S=1'
  const wrong = { model, command, environment, arguments: '--gpu-memory-utilization 1.5' }

  await composeLaunch(window, wrong)
  await expect(summary(window)).toContainText('must be at most 1, not 1.5')
  expect(await seriousProblems(window)).toEqual([])
  await window.getByRole('textbox', { name: 'Arguments' }).fill('--max-model-len 8k --seed 1')
  const share = window.getByRole('textbox', { name: '--gpu-memory-utilization' })
  // Slowly, so that what is half written is judged in between.
  await share.pressSequentially('0.85', { delay: 400 })
  await expect(summary(window)).toContainText('--gpu-memory-utilization 0.85')
  await expect(summary(window)).toContainText('--max-model-len 8k')
  await startLaunch(window, model)

  await expect(window.getByRole('button', { name: 'Benchmark it' })).toBeVisible()
  await expect(window.getByText(/^Ready after/)).toBeVisible()
  await window.getByRole('searchbox', { name: 'Search the log' }).fill('KV cache size')
  await expect(window.getByRole('log')).toContainText('GPU KV cache size')
  expect(await seriousProblems(window)).toEqual([])

  await startRun(window, { name: 'On a launched server', requests: 20, perSecond: 20 })
  await runIsOver(window)
  await window.getByRole('tab', { name: 'Timeline' }).click()
  await expect(window.getByRole('img', { name: 'Server and GPUs' })).toBeVisible()
  expect(await seriousProblems(window)).toEqual([])

  await goTo(window, 'Servers')
  await window.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(window.getByText('Nothing of it is left on the host.')).toBeVisible()

  await goTo(window, 'Hosts')
  await window.getByRole('button', { name: 'Look', exact: true }).click()
  await expect(window.getByRole('row', { name: model })).toContainText('ended')
  await expect(window.getByText('Installations of vLLM')).toBeVisible()
  expect(await seriousProblems(window)).toEqual([])
})

test('a launch that fails says why, and what to change', async ({ window, folder }) => {
  const command = `${path.join(installVllm(folder), 'vllm')} serve`
  const environment = 'STAND_IN_STARTUP_S=1\nSTAND_IN_FAILURE=out-of-memory'
  await composeLaunch(window, { model, command, environment, arguments: '--seed 1' })
  await startLaunch(window, model)

  await expect(window.getByRole('alert')).toContainText('The GPU ran out of memory')
  await expect(window.getByRole('alert')).toContainText('--gpu-memory-utilization')
  await window.getByRole('button', { name: 'Change and launch' }).click()
  await expect(window.getByRole('textbox', { name: 'Arguments' })).toHaveValue('--seed 1')
})
