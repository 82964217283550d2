// `kneepoint bench startup`: starts a server on a host several times, with and without compiled code of earlier starts, and
// prints the duration of each phase.
import { randomUUID } from 'node:crypto'
import { nonNegativeInteger, textFlag } from '#core/flags/flag.ts'
import { jsonText } from '#core/base/printable.ts'
import { message } from '#core/messages/message.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import {
  startupJson,
  type StartupKind,
  type StartupRow,
  startupRows,
  type StartupTimes,
  startupTimes,
} from '#core/vllm/log/startup-times.ts'
import { requireWritableFile, writeWholeFile } from '#node/files/write-file.ts'
import { type Host, runProgram } from '#node/remote/host.ts'
import { awaitReady } from '#node/remote/launch/await-ready.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import { watchLog } from '#node/remote/launch/log-watch.ts'
import type { Terminal } from '../command.ts'
import { exitCodes } from '../exit.ts'
import { flagCommand } from '../flag-command.ts'
import { withHost } from './named-host.ts'
import { checkedLaunch, secretsFor, withServeArguments } from './checked-launch.ts'
import { launchFlags } from './launch-flags.ts'
import { launchProfileFrom } from './launch-profile-from.ts'
import { phaseTeller } from './server-launch.ts'
import { type Column, textTable } from '#core/documents/table.ts'
import { mean } from '#core/base/spread.ts'

function startCount(preset: number, summary: string) {
  const schema = nonNegativeInteger.max(100).default(preset)
  return { schema, kind: 'integer', metavar: 'N', unit: 'starts', summary } as const
}

const flags = {
  numItersCold: startCount(3, 'Starts with empty caches of compiled code.'),
  numItersWarmup: startCount(1, 'Starts that fill the caches before the warm ones; not reported.'),
  numItersWarm: startCount(3, 'Starts with the compiled code of earlier ones.'),
  outputJson: textFlag('FILE', 'Also write the times to this file, with the keys of vLLM.'),
  ...launchFlags,
}

export const benchStartup = withServeArguments((words) =>
  flagCommand({
    name: 'kneepoint bench startup',
    words: 'HOST',
    about:
      'Starts "vllm serve" on a host several times, stops it each time, and prints the time until the first response by ' +
      'phase. Cold starts have empty caches of compiled code; weights may still be in the memory of the host. HOST and ' +
      'the arguments after "--" are those of "server launch": kneepoint bench startup local -- Qwen/Qwen3-8B',
    flags,
    async run(
      { numItersCold, numItersWarmup, numItersWarm, outputJson, ...settings },
      terminal,
      [name = ''],
    ) {
      if (outputJson !== null) requireWritableFile(outputJson)
      const { profile: asked, secrets: found } = launchProfileFrom(settings, words)
      const kinds: readonly StartOrder[] = [
        ...Array.from({ length: numItersCold }, () => ({ kind: 'cold' }) as const),
        ...Array.from(
          { length: numItersWarmup },
          () => ({ kind: 'warm', isWarmUp: true }) as const,
        ),
        ...Array.from({ length: numItersWarm }, () => ({ kind: 'warm' }) as const),
      ]
      return withHost(name, async (host) => {
        const secrets = await secretsFor(asked.secretNames, found)
        const times = await startedTimes(kinds, { host, name, asked, secrets, terminal })
        const rows = startupRows(times)
        if (rows.length === 0 && terminal.interrupted.aborted) {
          terminal.note(message('cli.interruptedBefore'))
          return exitCodes.interrupted
        }
        terminal.print(textTable(columns, rows, terminal.outputLanguage))
        if (outputJson !== null) {
          await writeWholeFile(outputJson, jsonText(startupJson(rows)))
          terminal.print(message('cli.written', { file: outputJson }))
        }
        return terminal.interrupted.aborted ? exitCodes.interrupted : exitCodes.done
      })
    },
  }),
)

type StartOrder = Readonly<{ kind: StartupKind; isWarmUp?: boolean }>

type StartTools = Readonly<{
  host: Host
  name: string
  asked: LaunchProfile
  secrets: Readonly<Record<string, string>>
  terminal: Terminal
}>

async function startedTimes(
  orders: readonly StartOrder[],
  tools: StartTools,
): Promise<Record<StartupKind, StartupTimes[]>> {
  const times: Record<StartupKind, StartupTimes[]> = { cold: [], warm: [] }
  for (const [index, { kind, isWarmUp = false }] of orders.entries()) {
    if (tools.terminal.interrupted.aborted) break
    const what = message(isWarmUp ? 'cli.startup.warmUp' : `cli.startup.${kind}`)
    const place = { what, index: index + 1, all: orders.length }
    tools.terminal.note(message('cli.startup.begun', place))
    const cache = kind === 'cold' ? `/tmp/kneepoint-cold-${randomUUID()}` : null
    const measured = await timesWithCache(cache, tools)
    if (measured === null) break
    if (!isWarmUp) times[kind].push(measured)
    const seconds = measured.total.toFixed(1)
    tools.terminal.note(message('cli.startup.done', { ...place, seconds }))
  }
  return times
}

/** Removes the cache at the end. */
async function timesWithCache(
  cache: string | null,
  tools: StartTools,
): Promise<StartupTimes | null> {
  try {
    return await timesOfStart(withCache(tools.asked, cache), tools)
  } finally {
    if (cache !== null) await runProgram(tools.host, { argv: ['rm', '-rf', cache] })
  }
}

/** Every cache of compiled code that vLLM and PyTorch keep between starts. */
function withCache(profile: LaunchProfile, folder: string | null): LaunchProfile {
  if (folder === null) return profile
  const caches = {
    VLLM_CACHE_ROOT: `${folder}/vllm`,
    TORCHINDUCTOR_CACHE_DIR: `${folder}/inductor`,
    TRITON_CACHE_DIR: `${folder}/triton`,
  }
  return { ...profile, environment: { ...profile.environment, ...caches } }
}

/** Null if interrupted. Always removes the server and its folder. */
async function timesOfStart(
  asked: LaunchProfile,
  { host, name, secrets, terminal }: StartTools,
): Promise<StartupTimes | null> {
  const { interrupted: signal } = terminal
  const checked = await checkedLaunch(host, asked, { terminal, name })
  const launcher = hostLauncher(host)
  const startMs = performance.now()
  const launch = await launcher.submit({ ...checked, secrets, flagIndex: ownFlagIndex() })
  try {
    const reached = await launcher.reach(launch)
    try {
      const watch = watchLog(launcher, launch, {
        onLines: () => undefined,
        onProgress: phaseTeller((text) => terminal.note(text)),
      })
      const apiKey = secrets['VLLM_API_KEY'] ?? null
      await awaitReady({ launcher, launch, watch, reached, apiKey, signal })
      const totalS = (performance.now() - startMs) / 1000
      const readyAtMs = launch.createdAtEpochMs + totalS * 1000
      return startupTimes({ ...watch.progress(), readyAtMs, totalS })
    } finally {
      await reached.close()
    }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  } finally {
    await launcher.stop(launch, { patienceS: 20 })
    await launcher.remove(launch.id)
  }
}

/** The times of cold and warm starts as a table. */
const columns: readonly Column<StartupRow>[] = [
  { head: [message('cli.startup.phase')], align: 'left', cell: ({ name }) => name },
  ...(['cold', 'warm'] as const).flatMap((kind) => [
    {
      head: [message(`cli.startup.${kind}`), message('cli.startup.mean')],
      cell: (row: StartupRow) => meanText(row[kind]),
    },
    {
      head: ['', message('cli.startup.range')],
      cell: (row: StartupRow) => rangeText(row[kind]),
    },
  ]),
]

function rangeText(values: readonly number[]): string {
  if (values.length === 0) return ''
  return `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`
}

function meanText(values: readonly number[]): string {
  return values.length === 0 ? '' : mean(values).toFixed(2)
}
