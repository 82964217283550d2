// Checks before a launch, whose findings are printed, and its secrets.
import { message } from '#core/messages/message.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import type { Host } from '#node/remote/host.ts'
import { ownCatalogue } from '#node/remote/launch/flag-catalogue.ts'
import { type Preflight, preflight } from '#node/remote/launch/preflight.ts'
import type { Command, Terminal } from '../command.ts'
import { ask } from './terminal-prompts.ts'

/** A command whose arguments after `--` belong to vLLM; they are not checked here. */
export function withServeArguments(commandOf: (words: readonly string[]) => Command): Command {
  return (args, terminal) => {
    const end = args.includes('--') ? args.indexOf('--') : args.length
    return commandOf(args.slice(end + 1))(args.slice(0, end), terminal)
  }
}

type CheckTools = Readonly<{ terminal: Terminal; name: string }>

/** Throws `launch-failed` after printing the findings, if any is an error. */
export async function checkedLaunch(
  host: Host,
  asked: LaunchProfile,
  { terminal, name }: CheckTools,
): Promise<Preflight> {
  const checked = await preflight(host, asked, {
    catalogue: ownCatalogue(),
    signal: terminal.interrupted,
  })
  for (const { severity, message: text, remedy } of checked.findings) {
    terminal.note(message(`cli.finding.${severity}`, { text }))
    terminal.note(message('common.indented', { text: remedy }))
  }
  if (checked.findings.some(({ severity }) => severity === 'error')) throw refused(name)
  return checked
}

/** Secrets from the profile, this shell, or a prompt. */
export async function secretsFor(
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
