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
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
}>

export async function startElectron(
  { electron: executablePath, program, display }: Surroundings,
  { folder, args = [], env = {} }: ElectronOptions,
): Promise<StartedApp & Readonly<{ desktop: Desktop }>> {
  const artifactsDir = path.join(folder, 'artifacts')
  mkdirSync(artifactsDir, { recursive: true })
  giveToUser(folder)
  const electron = await launched({
    executablePath,
    // Playwright would switch it off.
    chromiumSandbox: true,
    // There is none here, and a process that looks for one ends at each start.
    args: [program, `--user-data-dir=${folder}`, '--disable-gpu', ...args],
    env: {
      ...definedVariables(),
      ...{ DISPLAY: display, HOME: folder, XDG_DATA_HOME: folder, KNEEPOINT_DATA: folder },
      ...env,
    },
    // Downloads are written there by the program.
    artifactsDir,
    acceptDownloads: true,
  })
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

/**
 * Tried twice: one start in fifty on a busy machine, Playwright is connected to the program and waits for ever. A program
 * that does not start fails both times.
 */
async function launched(
  options: Parameters<typeof _electron.launch>[0],
): ReturnType<typeof _electron.launch> {
  const patient = { ...options, timeout: 60_000 }
  return await _electron.launch(patient).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    return _electron.launch(patient)
  })
}

function definedVariables(): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) variables[name] = value
  }
  return variables
}
