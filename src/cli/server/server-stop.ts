// `kneepoint server stop`: ends a server and all processes of its session, and nothing else.
import { switchFlag, textFlagOf } from '#core/flags/value-schemas.ts'
import { message } from '#core/messages/message.ts'
import { z } from 'zod'
import { gpuUsers, gpuUserText } from '#core/host/host-report.ts'
import type { Launch } from '#core/model/launch.ts'
import { gpusOfLaunch } from '#core/telemetry/gpu-sample.ts'
import { readHostFacts } from '#node/remote/read-host-facts.ts'
import type { Host } from '#node/remote/host.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { withHost } from './named-host.ts'
import { knownLaunch } from './known-launch.ts'

const steps = {
  'already-gone': 'It had ended before.',
  'server-terminated': 'It ended on request.',
  'session-terminated': 'It ended; processes it left behind ended when they were asked to.',
  'session-killed': 'Processes of its session had to be killed.',
} as const

/** Other processes that still hold memory of its GPUs; a job is on a machine that is not visible from here, so its list is empty. */
async function othersOn(host: Host, { profile }: Launch): Promise<string[]> {
  if (profile.job !== null) return []
  const facts = await readHostFacts(host, { withInstallations: false })
  return gpuUsers(facts, gpusOfLaunch(profile)).map(gpuUserText)
}

export const serverStop = flagCommand({
  name: 'kneepoint server stop',
  words: 'SERVER',
  about:
    'Stops a launched server: first by signal, then by killing what is left of its session. SERVER is its id, as ' +
    'shown by "kneepoint server list".',
  flags: {
    on: textFlagOf('local', 'HOST', 'Host on which it runs.'),
    patienceS: {
      schema: z.int().min(0).max(3600).default(20),
      kind: 'integer',
      metavar: 'S',
      unit: 's',
      summary: 'Time that it may take to stop by itself.',
    },
    remove: switchFlag('Also delete its folder with the log.'),
  },
  run({ on, patienceS, remove }, { print, note }, [id = '']) {
    return withHost(on, async (host) => {
      const launcher = hostLauncher(host)
      const launch = await knownLaunch(launcher, id)
      const { step, leftovers } = await launcher.stop(launch, { patienceS })
      print(steps[step])
      for (const { pid, name } of leftovers) note(message('cli.stillThere', { pid, name }))
      for (const user of await othersOn(host, launch)) note(message('cli.notOurs', { user }))
      if (leftovers.length > 0) return exitCodes.broken
      if (remove) await launcher.remove(launch.id)
      return exitCodes.done
    })
  },
})
