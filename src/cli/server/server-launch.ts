// `kneepoint server launch`: starts vLLM on a host, waits until it is ready, and leaves it running.
import { type OptionRecords, type OptionValues, switchFlag } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import { localHostId } from '#core/model/host.ts'
import type { StartupProgress } from '#core/vllm/log/startup-progress.ts'
import { launchText } from '#core/vllm/launch/launch-command.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { awaitReady } from '#node/remote/launch/await-ready.ts'
import type { Launcher, LaunchOrder } from '#node/remote/launch/launcher.ts'
import { watchLog } from '#node/remote/launch/log-watch.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import type { Terminal } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { withHost } from './named-host.ts'
import { launchFlags } from './launch-flags.ts'
import { checkedLaunch, secretsFor, withServeArguments } from './checked-launch.ts'
import { howToStop } from './left-running.ts'
import { launchProfileFrom } from './launch-profile-from.ts'

const flags = {
  ...launchFlags,
  dryRun: switchFlag('Only check the host and show the command.'),
  noWait: switchFlag('Do not wait until the server is ready.'),
} satisfies OptionRecords

type Values = OptionValues<typeof flags>

export const serverLaunch = withServeArguments((vllmArguments) =>
  flagCommand({
    name: 'kneepoint server launch',
    words: 'HOST',
    about:
      'Starts "vllm serve" on a host and waits until it is ready. The server keeps running when this command ends. ' +
      'HOST is a saved host, "local", or a destination as for ssh. Arguments after "--" are passed to vLLM: ' +
      'kneepoint server launch gpu-03 --gpus 0,1 -- Qwen/Qwen3-8B --tensor-parallel-size 2',
    flags,
    run: (values, terminal, [host = '']) => launch(values, terminal, { host, vllmArguments }),
  }),
)

type LaunchRequest = Readonly<{ host: string; vllmArguments: readonly string[] }>

function launch(
  { dryRun, noWait, ...settings }: Values,
  terminal: Terminal,
  { host: name, vllmArguments }: LaunchRequest,
): Promise<number> {
  const { profile: asked, secrets: found } = launchProfileFrom(settings, vllmArguments)
  return withHost(name, async (host) => {
    const checked = await checkedLaunch(host, asked, { terminal, name })
    const { profile } = checked
    const flagIndex = ownFlagIndex()
    if (dryRun) {
      terminal.print(launchText(profile, { id: 'ID', ...checked }, flagIndex))
      return exitCodes.done
    }
    const order = { ...checked, secrets: await secretsFor(profile.secretNames, found), flagIndex }
    return conduct(hostLauncher(host), order, { terminal, name, noWait })
  })
}

async function conduct(
  launcher: Launcher,
  order: LaunchOrder,
  { terminal, name, noWait }: Readonly<{ terminal: Terminal; name: string; noWait: boolean }>,
): Promise<number> {
  const { print, note, interrupted: signal } = terminal
  const launch = await launcher.submit(order)
  note(launch.command)
  print(launch.id)
  const nodes = order.profile.job?.loadNodes ?? 0
  const { job } = nodes > 0 ? await launcher.status(launch.id) : { job: null }
  // Shows how a benchmark can use the nodes that the job reserves for load.
  if (job !== null) note(message('cli.nodesForLoad', { job: job.id, nodes, host: name }))
  if (noWait) return exitCodes.done
  const watch = watchLog(launcher, launch, {
    onLines: () => undefined,
    onProgress: phaseTeller(note),
  })
  const reached = await launcher.reach(launch)
  try {
    const apiKey = order.secrets['VLLM_API_KEY'] ?? null
    const onWaiting = waitTeller(note)
    const options = { launcher, launch, watch, reached, apiKey, signal, onWaiting }
    const served = await awaitReady(options).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
    if (served === null) {
      note(message('cli.leftAlone', { id: launch.id }))
      note(howToStop(launch.id, name === localHostId ? null : name))
      return exitCodes.interrupted
    }
    const seconds = ((Date.now() - launch.createdAtEpochMs) / 1000).toFixed(0)
    print(
      message('cli.launchReady', {
        model: served.facts.model,
        seconds,
        port: launch.port,
        host: launcher.hostName,
      }),
    )
    return exitCodes.done
  } finally {
    await reached.close()
  }
}

/** Prints why a job waits, when the reason changes. */
function waitTeller(note: Terminal['note']): (reason: string) => void {
  let reported = ''
  return (reason) => {
    if (reason !== '' && reason !== reported) note(message('launch.inQueueBecause', { reason }))
    reported = reason
  }
}

/** Prints each phase once, when it begins. */
export function phaseTeller(note: (text: string) => void): (progress: StartupProgress) => void {
  let reported = 0
  return ({ entered }) => {
    for (const { phase } of entered.slice(reported)) note(`… ${phase}`)
    reported = entered.length
  }
}
