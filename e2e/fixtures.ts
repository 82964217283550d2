// What every story starts from: a fresh Kneepoint on an empty folder, and its first window.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import type { Desktop } from './desktop/desktop.ts'
import { missingForDesktop, startSurroundings, type Surroundings } from './desktop/surroundings.ts'
import type { TransportName, StartedApp } from './transports/transport.ts'
import { seedFolder } from './pages/seeded.ts'
import { startElectron } from './transports/electron.ts'
import { startWeb } from './transports/web.ts'

type WorkerFixtures = {
  /** Started with the first program of a worker that needs it. */
  surroundings: () => Promise<Surroundings>
  /** Folders with the seed, and with the kinds besides; each made with the first story that needs it. */
  seeds: (withKinds: boolean) => Promise<string>
}

type Fixtures = {
  transport: TransportName
  /** Begins with the sweeps and runs of `pages/seeded.ts`, instead of with nothing. */
  seeded: boolean
  /** And with those of `seededKinds`. */
  withKinds: boolean
  folder: string
  app: StartedApp
  /** What pages report as wrong; empty in the end. */
  complaints: string[]
  desktop: Desktop
  window: Page
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  surroundings: [
    async ({}, use) => {
      let started: Promise<Surroundings> | null = null
      await use(() => (started ??= startSurroundings()))
      await (await (started as Promise<Surroundings> | null))?.close()
    },
    { scope: 'worker' },
  ],

  seeds: [
    async ({}, use) => {
      const made = new Map<boolean, Promise<string>>()
      await use((withKinds) => {
        const folder = made.get(withKinds) ?? seededFolder(withKinds)
        made.set(withKinds, folder)
        return folder
      })
      for (const folder of made.values()) await rm(await folder, { recursive: true })
    },
    { scope: 'worker' },
  ],

  transport: ['web', { option: true }],

  seeded: [false, { option: true }],

  withKinds: [false, { option: true }],

  folder: async ({ seeded, withKinds, seeds }, use) => {
    const folder = await emptyFolder()
    if (seeded) await cp(await seeds(withKinds), folder, { recursive: true })
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  complaints: async ({}, use) => use([]),

  app: async ({ transport, folder, context, complaints, surroundings, locale }, use) => {
    const missing = transport === 'electron' ? missingForDesktop() : null
    base.skip(missing !== null, `no desktop: ${missing}`)
    const app =
      transport === 'web'
        ? await startWeb({ folder, browser: context })
        : await startElectron(await surroundings(), { folder, locale: locale ?? 'en-US' })
    listenForComplaints(app.browser, complaints)
    await use(app)
    // Taken before pages miss their server, which ends whatever is wrong.
    const heard = [...complaints]
    const exitCode = await app.close()
    expect(heard, 'what the pages complained about').toEqual([])
    expect(exitCode, 'exit code').toBe(0)
  },

  desktop: async ({ app }, use) => {
    if (!('desktop' in app)) throw new Error('this story needs the tag @desktop-only')
    await use(app.desktop as Desktop)
  },

  window: async ({ app }, use) => {
    const window = await app.openWindow()
    // The page listens to keys once the texts of its language are loaded.
    await window.locator('main').waitFor({ state: 'attached' })
    await use(window)
  },
})

function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'kneepoint-e2e-'))
}

async function seededFolder(withKinds: boolean): Promise<string> {
  const folder = await emptyFolder()
  await seedFolder(folder, { withKinds })
  return folder
}

/** Uncaught errors and whatever the browser reports as one, such as breaches of the security policy. */
function listenForComplaints(browser: BrowserContext, complaints: string[]): void {
  browser.on('weberror', (error) => complaints.push(error.error().message))
  browser.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
}

export { expect }
