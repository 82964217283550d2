// What every story starts from: a fresh Kneepoint on an empty folder, and its first window.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import type { Transport, TransportName, StartedApp } from './transports/transport.ts'
import { seedFolder } from './pages/seeded.ts'
import { startElectron } from './transports/electron.ts'
import { startStandIn } from './transports/stand-in.ts'
import { startWeb } from './transports/web.ts'

const transports: Readonly<Record<TransportName, Transport>> = {
  web: startWeb,
  electron: startElectron,
  'stand-in': startStandIn,
}

type Fixtures = {
  transport: TransportName
  /** Begins with the sweeps and runs of `pages/seeded.ts`, instead of with nothing. */
  seeded: boolean
  /** And with those of `seededKinds`. */
  withKinds: boolean
  folder: string
  app: StartedApp
  window: Page
}

export const test = base.extend<Fixtures>({
  transport: ['web', { option: true }],

  seeded: [false, { option: true }],

  withKinds: [false, { option: true }],

  folder: async ({ seeded, withKinds }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'kneepoint-e2e-'))
    if (seeded) await seedFolder(folder, { withKinds })
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  app: async ({ transport, folder, context }, use) => {
    const app = await transports[transport]({ folder, browser: context })
    const complaints = collectComplaints(app.browser)
    await use(app)
    // Taken before pages miss their server, which ends whatever is wrong.
    const heard = [...complaints]
    const exitCode = await app.close()
    expect(heard, 'what the pages complained about').toEqual([])
    expect(exitCode, 'exit code').toBe(0)
  },

  window: async ({ app }, use) => {
    await use(await app.openWindow())
  },
})

/** Uncaught errors and whatever the browser reports as one, such as breaches of the security policy. */
function collectComplaints(browser: BrowserContext): string[] {
  const complaints: string[] = []
  browser.on('weberror', (error) => complaints.push(error.error().message))
  browser.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

export { expect }
