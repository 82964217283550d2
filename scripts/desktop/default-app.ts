// Starts the program whose folder is the first argument, as the default_app.asar of Electron does. The Electron of the
// tests comes without one.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const folder = resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.')
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  name: string
  version: string
  main: string
}
app.setName(manifest.name)
// Not in Electron's types: the default app alone has to call them.
const settings = app as typeof app & Record<'setVersion' | 'setAppPath', (value: string) => void>
settings.setVersion(manifest.version)
settings.setAppPath(folder)
// Playwright waits for ever if a window opens before it is attached. It evaluates this function once it is.
if (app.commandLine.hasSwitch('remote-debugging-port')) {
  const isAttached = new Promise((resolve) => Reflect.set(globalThis, '__playwright_run', resolve))
  const isReady = app.whenReady()
  app.whenReady = () => Promise.all([isReady, isAttached]).then(() => undefined)
}
await import(pathToFileURL(join(folder, manifest.main)).href)
