// The command of a launch profile, and its problems.
import type { PreflightReport, ProfilePreview } from '#contract/host-api.ts'
import type { LaunchProfile, ServeRuntime } from '#core/model/launch-profile.ts'
import { type FlagCatalogue, indexFlags, type FlagIndex } from '#core/vllm/flag-index.ts'
import { launchText } from '#core/vllm/launch/launch-command.ts'
import { separateSecrets } from '#core/vllm/launch/separate-secrets.ts'
import { launchFindings, withGroupGpus } from '#core/vllm/launch/launched-group.ts'
import { ownCatalogue, ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { preflight, type Preflight } from '#node/remote/launch/preflight.ts'
import type { Hosts } from './hosts.ts'
import { appError } from '#core/model/app-error.ts'
import { parseFlagHelp } from '#core/vllm/parse-flag-help.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'
import { type Host, runProgram } from '#node/remote/host.ts'
import { installationVersion } from '#node/remote/launch/preflight-scripts.ts'

/** Placeholder for a port that is chosen at the launch. */
const shownPort = 8000
const shownId = 'ID'

export class ProfileChecks {
  readonly #hosts: Hosts
  /** Flags of installations, by host and runtime. */
  readonly #installed = new Map<string, FlagCatalogue>()

  constructor(hosts: Hosts) {
    this.#hosts = hosts
  }

  preview(given: LaunchProfile, hostId: string | null): ProfilePreview {
    const { profile: named } = separateSecrets(given, ownFlagIndex())
    const facts = hostId === null ? null : this.#hosts.host(hostId).facts
    const profile = facts === null ? named : withGroupGpus(named, facts)
    const found = hostId === null ? undefined : this.#installed.get(key(hostId, profile.runtime))
    const catalogue = found ?? ownCatalogue()
    const flagIndex = indexFlags(catalogue.flags)
    const target = { id: shownId, port: profile.port ?? shownPort, facts }
    const surroundings = {
      model: null,
      flagIndex,
      version: null,
      sampledVersions: found === undefined ? catalogue.versions : null,
    }
    return {
      command: launchText(profile, target, flagIndex),
      findings: launchFindings(profile, facts, surroundings),
    }
  }

  async preflight(given: LaunchProfile, hostId: string): Promise<PreflightReport> {
    const { findings, ...found } = await this.check(given, hostId)
    const { profile, port, version, isModelThere, model } = found
    const command = launchText(profile, { id: shownId, ...found }, ownFlagIndex())
    return { command, findings: [...findings], port, version, isModelThere, model }
  }

  /** Queries the host first. */
  async check(given: LaunchProfile, hostId: string): Promise<Preflight> {
    const { profile } = separateSecrets(given, ownFlagIndex())
    await this.#hosts.connect(hostId)
    const found = this.#installed.get(key(hostId, profile.runtime))
    const checked = await preflight(this.#hosts.machine(hostId), profile, {
      catalogue: found ?? ownCatalogue(),
      isOwnCatalogue: found !== undefined,
    })
    this.#hosts.keepFacts(hostId, checked.facts)
    return checked
  }

  async installedFlags(hostId: string, runtime: ServeRuntime): Promise<FlagCatalogue> {
    await this.#hosts.connect(hostId)
    const found = await installedFlags(this.#hosts.machine(hostId), runtime, ownFlagIndex())
    this.#installed.set(key(hostId, runtime), found)
    return found
  }
}

function key(hostId: string, runtime: ServeRuntime): string {
  return `${hostId} ${JSON.stringify(runtime)}`
}

/** Uses the first output that is more than an overview, because versions before 0.11 support only the second argument. */
const helpArguments = ['--help=all', '--help']
const overviewFlags = 20
const longestMs = 180_000

/** Reads an installation's flags from its own help, the only authoritative source. */
async function installedFlags(
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
