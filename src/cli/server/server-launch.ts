// `kneepoint server launch`: starts vLLM on a host, waits until it is ready, and leaves it running.
import { switchFlag, textFlag, textsFlag } from '#core/flags/value-schemas.ts'
import type { OptionRecords, OptionValues } from '#core/flags/flag.ts'
import { message } from '#core/messages/message.ts'
import { z } from 'zod'
import { localHostId } from '#core/model/host.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { StartupProgress } from '#core/vllm/log/startup-progress.ts'
import { launchText } from '#core/vllm/launch/launch-command.ts'
import { ownCatalogue, ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { awaitReady } from '#node/remote/launch/await-ready.ts'
import type { Launcher, LaunchOrder } from '#node/remote/launch/launcher.ts'
import { watchLog } from '#node/remote/launch/log-watch.ts'
import { preflight } from '#node/remote/launch/preflight.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import type { Command, Terminal } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { withHost } from './named-host.ts'
import { ask } from './terminal-prompts.ts'
import { howToStop } from './left-running.ts'
import { launchProfileFrom, type LaunchSettings } from './launch-profile-from.ts'

const flags = {
  name: textFlag('NAME', 'Name of the server.'),
  program: textFlag('PATH', 'Path of the vllm program, if it is not on the PATH.'),
  venv: textFlag('FOLDER', 'Virtual environment with vLLM.'),
  image: textFlag('IMAGE', 'Docker image to run vLLM in.'),
  gpus: textFlag('LIST', 'GPUs that the server may use: 0,1 or their UUIDs.'),
  slurm: switchFlag(
    'Run the server as a Slurm job: HOST is the login node, and Slurm chooses the compute node.',
  ),
  partition: textFlag('NAME', 'Partition of the job.'),
  account: textFlag('NAME', 'Account to charge the job to.'),
  qos: textFlag('NAME', 'Quality of service of the job.'),
  timeLimit: textFlag('TIME', 'Time limit of the job, such as 90, 4:00:00 or 1-12.'),
  gpusPerNode: textFlag('GPUS', 'GPUs to request: 2 or h100:4.'),
  sbatchOption: {
    ...textsFlag('OPTION', 'Passed to sbatch unchanged: --sbatch-option=--exclusive.'),
    addsUp: true,
  },
  nodes: {
    schema: z.int().min(1).max(1024).nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'nodes',
    summary:
      'Nodes that the server spans (--nnodes): rank 0 serves on the first, the others run headless. Needs --slurm.',
  },
  loadNodes: {
    schema: z.int().min(1).max(10_000).nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'nodes',
    summary:
      'Further nodes of the same submission, for load: bench serve --on slurm:HOST --load-job ID.',
  },
  loadSbatchOption: {
    ...textsFlag(
      'OPTION',
      'Option of sbatch for these nodes: --load-sbatch-option=--partition=cpu.',
    ),
    addsUp: true,
  },
  setup: textFlag(
    'LINES',
    'Shell lines to run in the job before the server starts, such as "module load cuda".',
  ),
  prefill: {
    schema: z.int().min(1).max(64).nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'instances',
    summary:
      'Launch a prefill/decode pair: N prefill instances, decode instances and a router, which is the server.',
  },
  decode: {
    schema: z.int().min(1).max(64).nullable().default(null),
    kind: 'integer',
    metavar: 'N',
    unit: 'instances',
    summary: 'Decode instances of the pair; 1 without it.',
  },
  prefillFlags: textFlag(
    'FLAGS',
    'Flags of vLLM for the prefill instances alone: --prefill-flags="--max-num-seqs 16".',
  ),
  decodeFlags: textFlag(
    'FLAGS',
    'Flags of vLLM for the decode instances alone: --decode-flags="--max-num-seqs 512".',
  ),
  router: textFlag(
    'COMMAND',
    'Command of the router, with placeholders such as --port {port} --prefill {prefill-url} --decode {decode-url}.',
  ),
  env: {
    schema: z.record(z.string(), z.string()).nullable().default(null),
    kind: 'pairs',
    addsUp: true,
    metavar: 'NAME=VALUE',
    summary: 'Environment variables of the server; every user of the host can read them.',
  },
  secret: {
    ...textsFlag(
      'NAME',
      'Secret variables, taken from this shell or prompted for; passed in a file only you can read.',
    ),
    addsUp: true,
  },
  readyTimeoutS: {
    schema: z.int().min(1).max(86_400).default(1800),
    kind: 'integer',
    metavar: 'S',
    unit: 's',
    summary: 'Time to wait for the server to become ready.',
  },
  dryRun: switchFlag('Only check the host and show the command.'),
  noWait: switchFlag('Do not wait until the server is ready.'),
} satisfies OptionRecords

type Values = OptionValues<typeof flags>

/** Arguments after `--` belong to vLLM and are not checked here. */
export const serverLaunch: Command = (args, terminal) => {
  const end = args.indexOf('--')
  const vllmArguments = end < 0 ? [] : args.slice(end + 1)
  return launchCommand(vllmArguments)(end < 0 ? args : args.slice(0, end), terminal)
}

const launchCommand = (vllmArguments: readonly string[]): Command =>
  flagCommand({
    name: 'kneepoint server launch',
    words: 'HOST',
    about:
      'Starts "vllm serve" on a host and waits until it is ready. The server keeps running when this command ends. ' +
      'HOST is a saved host, "local", or a destination as for ssh. Arguments after "--" are passed to vLLM: ' +
      'kneepoint server launch gpu-03 --gpus 0,1 -- Qwen/Qwen3-8B --tensor-parallel-size 2',
    flags,
    run: (values, terminal, [host = '']) => launch(values, terminal, { host, vllmArguments }),
  })

type LaunchRequest = Readonly<{ host: string; vllmArguments: readonly string[] }>

function launch(
  { dryRun, noWait, ...settings }: Values,
  terminal: Terminal,
  { host: name, vllmArguments }: LaunchRequest,
): Promise<number> {
  const { profile: asked, secrets: found } = launchProfileFrom(
    settings satisfies LaunchSettings,
    vllmArguments,
  )
  return withHost(name, async (host) => {
    const checked = await preflight(host, asked, {
      catalogue: ownCatalogue(),
      signal: terminal.interrupted,
    })
    const { profile, port, takenPorts, facts, findings } = checked
    for (const { severity, message: text, remedy } of findings) {
      terminal.note(message(`cli.finding.${severity}`, { text }))
      terminal.note(message('common.indented', { text: remedy }))
    }
    if (findings.some(({ severity }) => severity === 'error')) throw refused(name)
    const flagIndex = ownFlagIndex()
    if (dryRun) {
      const hasGpus = facts.gpus.length > 0
      const { path: modelCache } = facts.modelCache
      const target = { id: 'ID', port, takenPorts, modelCache, hasGpus }
      terminal.print(launchText(profile, target, flagIndex))
      return exitCodes.done
    }
    const secrets = { ...(await secretsFor(profile.secretNames, found)) }
    const order: LaunchOrder = { profile, port, takenPorts, facts, secrets, flagIndex }
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
    const options = { launcher, launch, watch, reached, apiKey, signal }
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

/** Prints each phase once, when it begins. */
function phaseTeller(note: (text: string) => void): (progress: StartupProgress) => void {
  let reported = 0
  return ({ entered }) => {
    for (const { phase } of entered.slice(reported)) note(`… ${phase}`)
    reported = entered.length
  }
}

async function secretsFor(
  names: readonly string[],
  found: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const secrets: Record<string, string> = { ...found }
  for (const name of names) {
    const known = secrets[name] ?? process.env[name]
    const value = known ?? (process.stdin.isTTY ? await ask(`${name}: `, false) : undefined)
    if (value !== undefined) secrets[name] = value
  }
  return secrets
}

function refused(host: string): AppError {
  return appError('launch-failed', 'cli.nothingLaunched', { host })
}
