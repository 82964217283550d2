// Folder of the database and of cached workloads: KNEEPOINT_DATA, or the system's usual folder for application data.
import { homedir } from 'node:os'
import path from 'node:path'

export type Surroundings = Readonly<{
  platform: NodeJS.Platform
  home: string
  environment: Readonly<Record<string, string | undefined>>
}>

export function dataFolder(surroundings: Surroundings = ownSurroundings()): string {
  const chosen = surroundings.environment['KNEEPOINT_DATA']
  return path.resolve(chosen || systemFolder(surroundings))
}

/** No shell expands a `~` in quotes, after `=`, in an env file, or in a field of the window. */
export function expandHome(file: string): string {
  return file.replace(/^~(?=\/|$)/, homedir())
}

/** Folder of cached workloads, and of the texts of running benchmarks. */
export function preparedFolder(): string {
  return path.join(dataFolder(), 'prepared')
}

function systemFolder({ platform, home, environment }: Surroundings): string {
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Kneepoint')
    case 'win32':
      return path.join(environment['APPDATA'] || path.join(home, 'AppData', 'Roaming'), 'Kneepoint')
    default:
      return path.join(
        environment['XDG_DATA_HOME'] || path.join(home, '.local', 'share'),
        'kneepoint',
      )
  }
}

function ownSurroundings(): Surroundings {
  return { platform: process.platform, home: homedir(), environment: process.env }
}
