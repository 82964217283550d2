// Checks before a launch: a free port, free GPU memory, the presence of the model.
import { freePort, listeningPorts } from '#core/command-line/launch-functions.ts'
import { containerFactsIn, reportSections, sectionMark } from '#core/host/host-report.ts'
import { appError } from '#core/model/app-error.ts'
import {
  type ContainerFacts,
  type HostFacts,
  type ProgramProblem,
  programProblemKinds,
} from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { parsedJson } from '#core/base/parsed-json.ts'
import { type FlagCatalogue, indexFlags } from '#core/vllm/flag-index.ts'
import { inHome } from '#core/vllm/launch/launch-scripts.ts'
import { modelFacts, type ModelFacts } from '#core/vllm/model-facts.ts'
import {
  firstWord,
  groupOf,
  launchFindings,
  withGroupGpus,
} from '#core/vllm/launch/launched-group.ts'
import { containerFindings } from '#core/vllm/launch/container-findings.ts'
import { hostFindings } from '#core/vllm/launch/host-findings.ts'
import type { ServeFinding } from '#core/vllm/launch/launch-plan.ts'
import { readHostFacts } from '../read-host-facts.ts'
import { type Host, runScript } from '../host.ts'
import { installationVersion, modelScript } from './preflight-scripts.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'

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
  /** Whether the installation itself listed the flags. */
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
    // Other installations are relevant only if a launch cannot start; finding them takes seconds.
    withInstallations: program !== null,
    ...(signal && { signal }),
  })
  const profile = withGroupGpus(wanted, facts)
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
  if (port === null) throw appError('host-failed', 'launch.noFreePort', { host: host.name })
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
    ...(groupOf(profile)?.findings(facts, await missingRouter(host, profile)) ?? []),
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

/** Name of the router's program if the host lacks it; null if it is present or not needed. */
async function missingRouter(host: Host, profile: LaunchProfile): Promise<string | null> {
  const word = firstWord(groupOf(profile)?.router ?? '')
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

/** A console script that pip installed names the interpreter of its environment, which may have been moved or emptied. */
const programScript = String.raw`
word=$1; search=$2; module=$3; shift 3
cd "$HOME" 2>/dev/null
[ -z "$search" ] || PATH=$search
for folder; do PATH=$folder:$PATH; done
case $word in */*) found=$word ;; *) found=$(command -v "$word") ;; esac
[ -f "$found" ] || { echo "missing $word"; exit 0; }
[ -x "$found" ] || { echo "not-executable $found"; exit 0; }
interpreter=$(head -n 1 "$found" 2>/dev/null | LC_ALL=C sed -n 's/^#! *\(\/[^ ]*\).*/\1/p' 2>/dev/null)
[ -z "$interpreter" ] || [ -x "$interpreter" ] || {
  printf 'no-interpreter %s\n' "$(printf %s "$interpreter" | sed 's/\r$/\\r/')"; exit 0
}
case $module in
  program) python=$found ;;
  script) python=$interpreter ;;
  *) python= ;;
esac
case $python in
  *python | *python[0-9.]*)
    absent=$(timeout 20 "$python" -c 'import importlib.util as u; print(u.find_spec("vllm") is None)' 2>/dev/null </dev/null)
    [ "$absent" != True ] || echo "no-vllm $python" ;;
esac
true`

/** Null if the launch can start its program, and for a container, whose image is checked instead. */
async function programProblem(host: Host, profile: LaunchProfile): Promise<ProgramProblem | null> {
  const { runtime } = profile
  const [word] = runtimeTrait(runtime).helpProgram(runtime)
  if (runtime.kind === 'docker' || word === undefined) return null
  return await searchProgram(host, profile, { word, module: moduleOf(runtime, word) })
}

/** Null if the host has a program of that name, on the PATH of the launch. */
async function searchProgram(
  host: Host,
  { runtime, environment }: LaunchProfile,
  { word, module = '' }: Readonly<{ word: string; module?: string }>,
): Promise<ProgramProblem | null> {
  const folders = runtimeTrait(runtime).path(runtime)
  const args = [word, environment['PATH'] ?? '', module, ...folders]
  const [kind, program] = split((await runScript(host, programScript, { args })).toString().trim())
  const known = programProblemKinds.find((one) => one === kind)
  return known === undefined ? null : { kind: known, program }
}

/** Interpreter that must have vLLM: the program itself, its script's interpreter, or none. */
function moduleOf(runtime: LaunchProfile['runtime'], word: string): string {
  if (runtime.kind === 'command') {
    const module = runtime.words[runtime.words.indexOf('-m') + 1]
    return module?.startsWith('vllm') === true ? 'program' : ''
  }
  return /(^|\/)vllm$/.test(word) ? 'script' : ''
}

function split(line: string): [kind: string, program: string] {
  const space = line.indexOf(' ')
  return [line.slice(0, space), line.slice(space + 1)]
}

/**
 * Arguments: the image, then variables that select the docker. Docker itself uses plain HTTP only for registries on its own
 * machine, so only those are queried that way here. Podman as docker has no server, uses other field names, and cannot describe
 * an image of a registry.
 */
const containerScript = String.raw`
image=$1; shift
for variable; do export "$variable"; done
section() { printf '\n%s%s\n' '${sectionMark}' "$1"; }
section problem
command -v docker >/dev/null || { echo 'docker: not found'; exit 0; }
problem=$(timeout 20 docker version --format '{{.Server.Version}}' 2>&1 >/dev/null) && problem= ||
  [ -n "$problem" ] || problem='docker version failed, or did not end within 20 s'
podman=$(timeout 10 docker --version 2>/dev/null | grep -i '^podman')
root=DockerRootDir
[ -z "$podman" ] || {
  root=Store.GraphRoot
  problem=$(timeout 20 docker info 2>&1 >/dev/null) && problem=
}
[ -z "$problem" ] || { printf '%s\n' "$problem"; exit 0; }
section image; timeout 10 docker image inspect --format '{{.Id}}' "$image" 2>/dev/null
section architecture; timeout 10 docker version --format '{{.Server.Arch}}' 2>/dev/null
section gpus
timeout 10 docker info --format '{{json .}}' 2>/dev/null | grep -o nvidia | head -n 1
command -v nvidia-container-runtime-hook nvidia-container-cli | head -n 1
ls /etc/cdi/nvidia*.yaml /var/run/cdi/nvidia*.yaml 2>/dev/null | head -n 1
section disk
place=$(timeout 10 docker info --format "{{.$root}}" 2>/dev/null)
df -P -k "$place" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }'
timeout 10 docker image inspect "$image" >/dev/null 2>&1 && exit 0
[ -z "$podman" ] || exit 0
case $image in 127.*/* | localhost:*/*) plain=--insecure ;; *) plain= ;; esac
answer=$(timeout 20 docker manifest inspect $plain --verbose "$image" 2>&1) && section manifest || section refusal
printf '%s\n' "$answer"`

/** Null if the launch uses no container. Exported for tests. */
export async function containerFacts(
  host: Host,
  { runtime, environment }: LaunchProfile,
): Promise<ContainerFacts | null> {
  if (runtime.kind !== 'docker') return null
  const variables = Object.entries(environment).filter(([name]) => name.startsWith('DOCKER_'))
  const given = variables.map(([name, value]) => `${name}=${value}`)
  const report = await runScript(host, containerScript, { args: [runtime.image, ...given] })
  return containerFactsIn(report.toString())
}
