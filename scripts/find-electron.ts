// Finds Electron's program without fetching it: the npm package brings it only on request.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from './repository.ts'

/** Path of its program: KNEEPOINT_ELECTRON, else the downloaded one; null if there is neither. */
export function findElectron(): string | null {
  const named = process.env['KNEEPOINT_ELECTRON']
  if (named !== undefined && named !== '') return named
  const folder = inRepository('node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8'))
  return existsSync(program) ? program : null
}

/** Windows and macOS always have a desktop; elsewhere a display server must be named. */
export function hasDisplay(): boolean {
  if (process.platform === 'win32' || process.platform === 'darwin') return true
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
}
