// `npm start`: the desktop window, or the same window in a browser where there can be no desktop.
import { spawn, type ChildProcess } from 'node:child_process'
import { buildIfStale } from './build-if-stale.ts'
import { isExecutable } from './executables.ts'
import { findElectron, hasDisplay } from './find-electron.ts'
import { inRepository, repositoryFolder } from './repository.ts'
import { exitOf, runTool } from './tool.ts'

const passedOn = process.argv.slice(3)

process.exitCode = (await buildIfStale()) || (await show())

async function show(): Promise<number> {
  if (!hasDisplay()) return showInBrowser('There is no display')
  if (process.getuid?.() === 0)
    return showInBrowser('The sandbox of Electron does not start as root')
  const electron = findElectron() ?? (await fetchElectron())
  if (electron === null) {
    return showInBrowser(
      'Electron could not be downloaded (name one that is installed here in KNEEPOINT_ELECTRON)',
    )
  }
  if (!isExecutable(electron)) return showInBrowser(`${electron} is not a program`)
  return untilEnd(start(electron, [repositoryFolder, ...passedOn]))
}

/** Its npm package brings the program only when asked to. */
async function fetchElectron(): Promise<string | null> {
  console.log('Downloading Electron (about 120 MB, once) …')
  await runTool('electron:install-electron', [])
  return findElectron()
}

function showInBrowser(reason: string): Promise<number> {
  console.log(`${reason}, so the window opens in a browser instead.`)
  return untilEnd(start(process.execPath, [inRepository('out/cli/main.cjs'), 'web', ...passedOn]))
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
