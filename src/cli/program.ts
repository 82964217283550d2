// The program's commands. Each is loaded on demand, so that help prints at once.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { closestWord } from '#core/base/closest-word.ts'
import type { Command } from './command.ts'
import { exitCodes } from './exit.ts'
import { withFeatures } from './feature-commands.ts'
import { asksForProgramHelp, helpTopic } from './arguments/help-request.ts'
import { programHelp } from './arguments/program-help.ts'
import { ownVersion } from './own-files.ts'

/** Exported for tests */
export const baseCommands: readonly (readonly [string, () => Promise<Command>])[] = [
  ['bench serve', loadBenchServe],
  ['bench sweep', async () => (await import('./bench-sweep.ts')).benchSweep],
  ['bench sweep serve', async () => (await import('./bench-sweep-serve.ts')).benchSweepServe],
  ['bench startup', async () => (await import('./server/bench-startup.ts')).benchStartup],
  ['simulate', async () => (await import('./simulate-command.ts')).simulateCommand],
  ['record', async () => (await import('./record.ts')).record],
  ['host add', async () => (await import('./server/host-commands.ts')).hostAdd],
  ['host list', async () => (await import('./server/host-commands.ts')).hostList],
  ['host facts', async () => (await import('./server/host-commands.ts')).hostFacts],
  ['server launch', async () => (await import('./server/server-launch.ts')).serverLaunch],
  ['server list', async () => (await import('./server/server-commands.ts')).serverList],
  ['server logs', async () => (await import('./server/server-commands.ts')).serverLogs],
  ['server stop', async () => (await import('./server/server-commands.ts')).serverStop],
  ['runs', async () => (await import('./runs.ts')).runs],
  ['import', async () => (await import('./import.ts')).importFiles],
  ['verify', async () => (await import('./export/verify.ts')).verify],
  ['paste', async () => (await import('./paste.ts')).paste],
  ['export', async () => (await import('./export.ts')).exportRuns],
  ['db check', async () => (await import('./export/db-commands.ts')).dbCheck],
  ['db repair', async () => (await import('./export/db-commands.ts')).dbRepair],
  ['db backup', async () => (await import('./export/db-commands.ts')).dbBackup],
  ['db vacuum', async () => (await import('./export/db-commands.ts')).dbVacuum],
  ['compare', async () => (await import('./compare.ts')).compare],
  ['report', async () => (await import('./report.ts')).report],
  ['calibrate', async () => (await import('./calibrate.ts')).calibrate],
  ['demo', async () => (await import('./demo.ts')).demo],
  ['web', async () => (await import('./web.ts')).web],
  ['doctor', async () => (await import('./doctor.ts')).doctor],
  ['completions', async () => (await import('./arguments/complete-command.ts')).completions],
  // Called by the scripts that "completions" prints.
  [
    'complete',
    async () => (await import('./arguments/complete-command.ts')).completeCommand(commands),
  ],
]

const commands: ReadonlyMap<string, () => Promise<Command>> = new Map(
  withFeatures(baseCommands, (feature) => Object.entries(feature.commands)),
)

/** Commands for users, for pages generated from their help. */
export const commandNames: readonly string[] = [...commands.keys()].filter(
  (name) => name !== 'complete',
)

async function loadBenchServe(): Promise<Command> {
  await import('./configure-zod.ts')
  return (await import('./bench-serve.ts')).benchServe
}

export const runProgram: Command = async (args, terminal) => {
  // A command may begin with the name of another, which is listed before it.
  const name = [...commands.keys()].findLast((known) => startsWith(args, known.split(' ')))
  const command = name === undefined ? undefined : commands.get(name)
  if (name !== undefined && command !== undefined) {
    return (await command())(args.slice(name.split(' ').length), terminal)
  }
  if (args[0] === '--version') {
    terminal.print(ownVersion())
    return exitCodes.done
  }
  if (!asksForProgramHelp(args) && !asksForGroup(args)) throw unknownCommand(args)
  terminal.print(programHelp(terminal))
  return exitCodes.done
}

/** The common first word of several commands alone, such as `bench --help`. */
function asksForGroup(args: readonly string[]): boolean {
  const [first, ...others] = args
  const isGroup = [...commands.keys()].some((known) => known.startsWith(`${first} `))
  return isGroup && others.length > 0 && others.every((other) => helpTopic([other]) !== null)
}

function startsWith(args: readonly string[], words: readonly string[]): boolean {
  return words.every((word, index) => args[index] === word)
}

function unknownCommand(args: readonly string[]): AppError {
  const [first = '', second] = args
  const names = [...commands.keys()]
  const closest =
    closestWord([first, second].join(' ').trim(), names) ??
    names.find((name) => name.split(' ').includes(first)) ??
    closestWord(first, names)
  // The second word may belong to the name or be its first argument.
  const name = names.some((known) => known.startsWith(`${first} `)) ? args.slice(0, 2) : [first]
  return new AppError('invalid-input', message('cli.noCommand', { name: name.join(' ') }), {
    remedy:
      closest === null
        ? message('cli.seeHelp', { command: 'kneepoint --help' })
        : message('cli.didYouMean', { name: closest }),
  })
}
