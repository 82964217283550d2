// A started Kneepoint as a story sees it: windows can be opened, and it ends cleanly.
import type { BrowserContext, Page } from '@playwright/test'

export type TransportName = 'web' | 'electron'

export type StartedApp = {
  /** Where its windows live. */
  readonly browser: BrowserContext
  /** The first window, and from then on one more each time. */
  openWindow(): Promise<Page>
  /** Resolves to the exit code. */
  close(): Promise<number>
}

export type StartOptions = {
  /** Empty folder for the database and everything else it keeps. */
  readonly folder: string
  /** A browser to show windows in. */
  readonly browser: BrowserContext
}
