// The flags of an installation from its own help: it alone knows what it takes.
import { appError } from '#core/model/app-error.ts'
import type { ServeRuntime } from '#core/model/launch-profile.ts'
import type { FlagCatalogue, FlagIndex } from '#core/vllm/flag-index.ts'
import { parseFlagHelp } from '#core/vllm/parse-flag-help.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'
import type { Host } from '../host.ts'
import { runProgram } from '../run-program.ts'
import { installationVersion } from './preflight-scripts.ts'

/** The first that prints more than an overview is the one: versions before 0.11 know only the second. */
const helpArguments = ['--help=all', '--help']
const overviewFlags = 20
const longestMs = 180_000

export async function installedFlags(
  host: Host,
  runtime: ServeRuntime,
  known: FlagIndex,
): Promise<FlagCatalogue> {
  const program = runtimeTrait(runtime).helpProgram(runtime)
  const environment = { COLUMNS: '200', NO_COLOR: '1' }
  for (const word of helpArguments) {
    const command = { argv: [...program, word], environment }
    const { stdout } = await runProgram(host, command, { timeoutMs: longestMs })
    const flags = parseFlagHelp(stdout.toString(), known)
    if (flags.length <= overviewFlags) continue
    return { versions: [(await installationVersion(host, runtime)) ?? 'unknown'], flags }
  }
  throw appError(
    'host-failed',
    'launch.noFlagsPrinted',
    { program: program.join(' '), host: host.name },
    { field: 'runtime' },
  )
}
