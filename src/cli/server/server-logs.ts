// `kneepoint server logs`: what a server has written, without the secrets vLLM prints.
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { followLog } from '#node/remote/launch/log-follower.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { switchFlag, textFlagOf } from '#core/flags/value-schemas.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { withHost } from './named-host.ts'
import { knownLaunch } from './known-launch.ts'

const pollMs = 500

export const serverLogs = flagCommand({
  name: 'kneepoint server logs',
  words: 'SERVER',
  about:
    'Prints the log of a launched server. SERVER is its id, as shown by "kneepoint server list".',
  flags: {
    on: textFlagOf('local', 'HOST', 'Host on which it runs.'),
    follow: switchFlag('Follow the log until the server ends, or until Ctrl-C.'),
  },
  run({ on, follow }, { print, interrupted, outputClosed }, [id = '']) {
    return withHost(on, async (host) => {
      const launcher = hostLauncher(host)
      const launch = await knownLaunch(launcher, id)
      const log = followLog(launcher, launch.id)
      for (;;) {
        const { isServerAlive } = await launcher.status(launch.id)
        await log.read(async (lines) => {
          if (interrupted.aborted) return
          print(lines.join('\n'))
          await outputTaken()
        })
        if (!follow || !isServerAlive || interrupted.aborted) break
        await delay(pollMs)
        if (outputClosed.aborted) break
      }
      for (const line of log.rest()) print(line)
      return follow && interrupted.aborted ? exitCodes.interrupted : exitCodes.done
    })
  },
})

/** Waits for a reader slower than the log. Resolves at once unless text waits to be read; also when the reader is gone. */
async function outputTaken(output = process.stdout): Promise<void> {
  if (!output.writableNeedDrain) return
  await Promise.race(['drain', 'close', 'error'].map((event) => once(output, event)))
}
