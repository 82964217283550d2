// The launch a command line names, by its id, on the host it names.
import { appError } from '#core/model/app-error.ts'
import type { Launch } from '#core/model/launch.ts'
import type { Launcher } from '#node/remote/launch/launcher.ts'

export async function knownLaunch(launcher: Launcher, id: string): Promise<Launch> {
  const found = (await launcher.list()).find((launch) => launch.id === id)
  if (found !== undefined) return found
  throw appError('not-found', 'cli.noServer', { id, host: launcher.hostName })
}
