// `npm start`: the desktop window, or the same window in a browser where there can be no desktop.
import { spawn, type ChildProcess } from 'node:child_process'
import { buildIfStale } from './build-if-stale.ts'
import { findElectron, hasDisplay } from './find-electron.ts'
import { inRepository, repositoryFolder } from './repository.ts'
import { exitOf } from './tool.ts'

const passedOn = process.argv.slice(3)

process.exitCode = (await buildIfStale()) || (await show())

async function show(): Promise<number> {
  const electron = findElectron()
  if (electron === null) {
    return openInBrowser(
      'Electron is not installed (`npx install-electron` fetches it), so the window opens in a browser.',
    )
  }
  if (!hasDisplay())
    return openInBrowser('There is no display, so the window is served to a browser.')
  return untilEnd(start(electron, [repositoryFolder, ...passedOn]))
}

function openInBrowser(reason: string): Promise<number> {
  console.log(reason)
  return untilEnd(start(process.execPath, [inRepository('out/cli/main.js'), 'web', ...passedOn]))
}

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: 'inherit' })
}

/** Ctrl-C reaches the child by itself; we only wait for it to end cleanly. */
function untilEnd(child: ChildProcess): Promise<number> {
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return exitOf(child)
}
