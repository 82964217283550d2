// Load on a simulated server outside the application.
import type { Locator, Page } from '@playwright/test'
import type { SimulatorSpec } from '../../src/core/model/server.ts'
import type { RequestLogEntry } from '../../src/node/simulator/api/http-options.ts'
import { startSimulator } from '../../src/node/simulator/start-simulator.ts'
import { expect } from '../fixtures.ts'
import { chooseQuestion } from './ask-page.ts'
import { runIsOver } from './run-page.ts'
import { fill, heading } from './shell.ts'

const spec = { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 } as const

type Simulated = Readonly<{ url: string; log: readonly RequestLogEntry[] }>

/** Attaches a simulator of a server at the start page; the bench form is shown. */
export async function onServer(
  window: Page,
  changes: Partial<SimulatorSpec>,
  story: (server: Simulated) => Promise<void>,
): Promise<void> {
  const log: RequestLogEntry[] = []
  const simulator = await startSimulator(
    { ...spec, ...changes },
    {
      onLog: () => undefined,
      onPhase: () => undefined,
      onRequest: (entry) => entry.requestId !== null && log.push(entry),
    },
  )
  try {
    const url = `http://127.0.0.1:${simulator.port}`
    const field = window.getByRole('textbox', { name: 'URL of the server' })
    await field.fill(url)
    await field.press('Enter')
    await expect(window.getByRole('combobox', { name: 'Server', exact: true })).toBeVisible()
    await chooseQuestion(window, 'What happens at a load?')
    await story({ url, log })
  } finally {
    await simulator.stop()
  }
}

export async function run(window: Page, name: string): Promise<void> {
  await fill(window, { 'Name of the result': name })
  await window.getByRole('button', { name: 'Start measuring' }).click()
  await expect(heading(window, name)).toBeVisible()
  await runIsOver(window)
}

export function latencyRow(window: Page, name: string | RegExp): Locator {
  const table = window.getByRole('table', { name: 'Latencies' })
  return table.getByRole('row').filter({ has: window.getByRole('rowheader', { name }) })
}
