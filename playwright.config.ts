// The desktop window shows the same page as the browser. Stories tagged `@desktop` depend on how the page reaches the
// program, so they run in both.
import { defineConfig } from '@playwright/test'
import type { TransportName } from './e2e/transports/transport.ts'
import { findBrowser } from './scripts/find-browser.ts'

const browser = findBrowser()

/** A soak that gives up after twenty minutes has shown nothing. */
const patienceMs = process.env['KNEEPOINT_SOAK'] === '1' ? 600_000 : 90_000

export default defineConfig<{ transport: TransportName }>({
  testDir: '.',
  testMatch: ['e2e/stories/*.spec.ts', 'src/features/*/e2e/*.spec.ts'],
  outputDir: 'test-results',
  snapshotPathTemplate: 'e2e/images/{arg}{ext}',
  // Long enough for a machine that is busy with something else; nothing waits longer than it must.
  timeout: 300_000,
  expect: { timeout: patienceMs },
  // Stories wait for loads and processes more than they compute; an image of a measurement wants the machine to itself.
  workers: process.env['KNEEPOINT_SCREENSHOTS'] === '1' ? 1 : 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // A trace of every story costs a quarter of their time, so a story that fails runs again with one.
  retries: 1,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    // Spinners cost a browser without a GPU more than the stories do.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: patienceMs,
    trace: 'on-first-retry',
    launchOptions: {
      ...(browser === null ? {} : { executablePath: browser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Text is as wide with every Chromium.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'web', grepInvert: /@desktop-only/, use: { transport: 'web' } },
    { name: 'desktop', grep: /@desktop/, use: { transport: 'electron' } },
  ],
})
