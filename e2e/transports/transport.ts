// A started Kneepoint as a story sees it: windows can be opened, and it ends cleanly.
import type { BrowserContext, Page } from '@playwright/test'
import type { Question } from '../electron-stand-in/test-link.ts'

export type TransportName = 'web' | 'electron' | 'stand-in'

/** The desktop around a program: it can be asked to quit, and asks back. */
export type Desktop = {
  /** As a menu does. */
  quit(): void
  nextQuestion(): Promise<Question>
  press(question: Question, button: string): void
  /** Resolves to the exit code. */
  readonly ended: Promise<number>
}

export type StartedApp = {
  /** Where its windows live. */
  readonly browser: BrowserContext
  /** The first window, and from then on one more each time. */
  openWindow(): Promise<Page>
  /** Null where no test reaches it. */
  readonly desktop: Desktop | null
  /** Resolves to the exit code; servers that it asks about on the way are stopped. */
  close(): Promise<number>
}

export type StartOptions = {
  /** Empty folder for the database and everything else it keeps. */
  readonly folder: string
  /** A browser to show windows in, where the program brings none. */
  readonly browser: BrowserContext
}

export type Transport = (options: StartOptions) => StartedApp | Promise<StartedApp>
