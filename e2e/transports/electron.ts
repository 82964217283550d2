// The built desktop program in Electron itself.
import { _electron } from '@playwright/test'
import type { StartedApp, StartOptions } from './transport.ts'

export async function startElectron({ folder }: StartOptions): Promise<StartedApp> {
  const electron = await _electron.launch({
    args: ['.', `--user-data-dir=${folder}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: { ...definedVariables(), KNEEPOINT_DATA: folder, XDG_DATA_HOME: folder },
    acceptDownloads: true,
  })
  const child = electron.process()
  let opened = 0
  return {
    browser: electron.context(),
    desktop: null,
    async openWindow() {
      if (opened++ === 0) return electron.firstWindow()
      const another = electron.waitForEvent('window')
      await electron.evaluate(({ app }) => app.emit('second-instance'))
      return another
    },
    async close() {
      await electron.close()
      return child.exitCode ?? 1
    },
  }
}

function definedVariables(): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined) variables[name] = value
  }
  return variables
}
