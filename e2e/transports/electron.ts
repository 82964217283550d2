// The built desktop program in Electron itself.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { _electron } from '@playwright/test'
import { exitOf } from '../../scripts/tool.ts'
import { Desktop } from '../desktop/desktop.ts'
import { giveToUser, type Surroundings } from '../desktop/surroundings.ts'
import type { StartedApp } from './transport.ts'

export type ElectronOptions = Readonly<{
  folder: string
  /** Language that the system prefers, such as `zh-CN`. */
  locale?: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}>

export async function startElectron(
  { electron: executablePath, program, display }: Surroundings,
  { folder, locale = 'en-US', args = [], env = {} }: ElectronOptions,
): Promise<StartedApp & Readonly<{ desktop: Desktop }>> {
  const artifactsDir = path.join(folder, 'artifacts')
  mkdirSync(artifactsDir, { recursive: true })
  giveToUser(folder)
  const electron = await _electron.launch({
    executablePath,
    // Playwright would switch it off.
    chromiumSandbox: true,
    // There is none here, and a process that looks for one ends at each start.
    args: [program, `--user-data-dir=${folder}`, '--disable-gpu', `--lang=${locale}`, ...args],
    env: {
      ...definedVariables(),
      ...{ DISPLAY: display, HOME: folder, XDG_DATA_HOME: folder, KNEEPOINT_DATA: folder },
      ...env,
    },
    // Downloads are written there by the program.
    artifactsDir,
    acceptDownloads: true,
  })
  // Same limit as for actions in a browser (playwright.config.ts).
  electron.context().setDefaultTimeout(90_000)
  const desktop = new Desktop(electron, { display, ended: exitOf(electron.process()) })
  let opened = 0
  return {
    browser: electron.context(),
    desktop,
    async openWindow() {
      if (opened++ === 0) return electron.firstWindow()
      const another = electron.waitForEvent('window')
      await electron.evaluate(({ app }) => app.emit('second-instance'))
      return another
    },
    close: () => desktop.close(),
  }
}

function definedVariables(): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) variables[name] = value
  }
  return variables
}
