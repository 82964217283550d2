// `kneepoint server list`, `logs` and `stop`: lists servers launched on hosts, prints their logs, and stops them.
import { jsonFlag, switchFlag, textFlag, textFlagOf } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import {
  eachOnce,
  launchRow,
  launchesTable,
  type LaunchRow,
} from '#core/documents/launches-table.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { exitCodes, reportFailure } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { keptHosts, withHost } from './named-host.ts'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { followLog } from '#node/remote/launch/log-follower.ts'
import { z } from 'zod'
import { gpuUsers, gpuUserText } from '#core/host/host-report.ts'
import type { Launch } from '#core/model/launch.ts'
import { gpusOfLaunch } from '#core/telemetry/gpu-sample.ts'
import { readHostFacts } from '#node/remote/read-host-facts.ts'
import type { Host } from '#node/remote/host.ts'
import { appError } from '#core/model/app-error.ts'
import type { Launcher } from '#node/remote/launch/launcher.ts'

export const serverList = flagCommand({
  name: 'kneepoint server list',
  about:
    'Lists the servers on hosts, running or ended, that were launched from here or from another computer.',
  flags: {
    on: textFlag('HOST', 'Only on this host instead of all saved hosts.'),
    json: jsonFlag,
  },
  async run({ on, json }, terminal) {
    const rows: LaunchRow[] = []
    let worst: number = exitCodes.done
    for (const name of on === null ? keptHosts().map((host) => host.name) : [on]) {
      try {
        rows.push(...(await launchesOn(name)))
      } catch (error) {
        worst = reportFailure(error, terminal)
      }
    }
    const launches = eachOnce(rows)
    if (json) terminal.print(JSON.stringify(launches.map(launchRow), null, 2))
    else if (launches.length === 0) terminal.note(message('cli.noServerKnown'))
    else terminal.print(launchesTable(launches, terminal.outputLanguage))
    return worst
  },
})

function launchesOn(name: string): Promise<LaunchRow[]> {
  return withHost(name, async (host) => {
    const launcher = hostLauncher(host)
    const launches = await launcher.list()
    return Promise.all(
      launches.map(async (launch) => ({
        hostName: name,
        launch,
        status: await launcher.status(launch.id),
      })),
    )
  })
}

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

/** Waits for a reader that is slower than the log. Resolves at once if no text is pending, and when the reader is gone. */
async function outputTaken(output = process.stdout): Promise<void> {
  if (!output.writableNeedDrain) return
  await Promise.race(['drain', 'close', 'error'].map((event) => once(output, event)))
}

const steps = {
  'already-gone': 'It had ended before.',
  'server-terminated': 'It ended on request.',
  'session-terminated': 'It ended; processes it left behind ended when they were asked to.',
  'session-killed': 'Processes of its session had to be killed.',
} as const

/** Other processes that still hold memory of its GPUs; empty for a job, whose machine is not visible from here. */
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

async function knownLaunch(launcher: Launcher, id: string): Promise<Launch> {
  const found = (await launcher.list()).find((launch) => launch.id === id)
  if (found !== undefined) return found
  throw appError('not-found', 'cli.noServer', { id, host: launcher.hostName })
}
