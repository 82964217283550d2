// Checks before a launch: a free port, free GPU memory, the model's presence.
import { freePort, listeningPorts } from '#core/command-line/launch-functions.ts'
import { reportSections } from '#core/host/host-report.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { HostFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { parsedJson } from '#core/protocol/json-value.ts'
import { type FlagCatalogue, indexFlags } from '#core/vllm/flag-index.ts'
import { inHome } from '#core/vllm/launch/launch-scripts.ts'
import { modelFacts, type ModelFacts } from '#core/vllm/model-facts.ts'
import { firstWord, launchFindings, withPairGpus } from '#core/vllm/launch/checked-profile.ts'
import { pairFindings } from '#core/vllm/launch/pair-findings.ts'
import { containerFindings } from '#core/vllm/launch/container-findings.ts'
import { hostFindings } from '#core/vllm/launch/host-findings.ts'
import type { ServeFinding } from '#core/vllm/launch/launch-plan.ts'
import { readHostFacts } from '../read-host-facts.ts'
import type { Host } from '../host.ts'
import { runScript } from '../run-program.ts'
import { containerFacts } from './container-check.ts'
import { programProblem, searchProgram } from './program-check.ts'
import { installationVersion, modelScript } from './preflight-scripts.ts'

export type Preflight = Readonly<{
  /** Profile with absolute paths. */
  profile: LaunchProfile
  /** Port on which the server will listen. */
  port: number
  takenPorts: ReadonlySet<number>
  findings: readonly ServeFinding[]
  facts: HostFacts
  version: string | null
  isModelThere: boolean
  model: ModelFacts | null
}>

type PreflightOptions = Readonly<{
  catalogue: FlagCatalogue
  /** Whether the flags were listed by the installation itself. */
  isOwnCatalogue?: boolean
  signal?: AbortSignal
}>

export async function preflight(
  host: Host,
  given: LaunchProfile,
  { catalogue, isOwnCatalogue = false, signal }: PreflightOptions,
): Promise<Preflight> {
  const wanted = inHome(given, await homeOf(host))
  const program = await programProblem(host, wanted)
  const facts = await readHostFacts(host, {
    // Other installations matter only to a launch that cannot start; finding them takes seconds.
    withInstallations: program !== null,
    ...(signal && { signal }),
  })
  const profile = withPairGpus(wanted, facts)
  const taken = await takenPorts(host)
  const { model, isThere } = await readModel(host, profile.config.model)
  const version = await installationVersion(host, profile.runtime)
  const surroundings = {
    model,
    flagIndex: indexFlags(catalogue.flags),
    version,
    sampledVersions: isOwnCatalogue ? null : catalogue.versions,
  }
  const port = profile.port ?? freePort(taken, Math.random())
  if (port === null) throw noPort(host)
  const findings = [
    ...hostFindings({
      profile,
      facts,
      isPortTaken: taken.has(port),
      isModelThere: isThere,
      program,
      canSubmit: profile.job === null || (await hasSbatch(host)),
    }),
    ...containerFindings(profile, await containerFacts(host, profile), facts),
    ...pairFindings({ profile, facts, missingRouter: await missingRouter(host, profile) }),
    ...launchFindings(profile, facts, surroundings),
  ].toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  return {
    profile,
    port,
    takenPorts: taken,
    findings,
    facts,
    version,
    isModelThere: isThere,
    model,
  }
}

/** Name of the router's program if the host lacks it; null if it is present, or not needed. */
async function missingRouter(host: Host, profile: LaunchProfile): Promise<string | null> {
  const { disaggregation: pair } = profile
  const word = pair === null ? undefined : firstWord(pair.router)
  if (word === undefined) return null
  const problem = await searchProgram(host, profile, { word })
  return problem === null ? null : word
}

async function homeOf(host: Host): Promise<string> {
  return (await runScript(host, `printf '%s' "$HOME"`)).toString()
}

async function hasSbatch(host: Host): Promise<boolean> {
  const found = await runScript(host, 'command -v sbatch; true')
  return found.toString().trim() !== ''
}

async function takenPorts(host: Host): Promise<ReadonlySet<number>> {
  const tables = await runScript(host, 'cat /proc/net/tcp /proc/net/tcp6 2>/dev/null; true')
  return listeningPorts(tables.toString())
}

async function readModel(host: Host, model: string) {
  const report = (await runScript(host, modelScript, { args: [model] })).toString()
  const sections = reportSections(report)
  const config = sections.get('config')?.trim() ?? ''
  const bytes = Number(sections.get('weights')?.trim() ?? '')
  return {
    isThere: config !== '',
    model: config === '' ? null : modelFacts(parsedJson(config) ?? null, bytes > 0 ? bytes : null),
  }
}

function noPort(host: Host): AppError {
  return appError('host-failed', 'launch.noFreePort', { host: host.name })
}
