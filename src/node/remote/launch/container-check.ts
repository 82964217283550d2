// Checks whether an image can run on a host, before anything is copied to it. Nothing is pulled.
import { containerFactsIn, sectionMark } from '#core/host/host-report.ts'
import type { ContainerFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import type { Host } from '../host.ts'
import { runScript } from '../run-program.ts'

/**
 * The image, then variables that say which docker. Docker itself speaks plain HTTP to registries of its own machine only,
 * so that they alone are asked that way here. Podman under docker's name has no server, names other fields, and describes no
 * image of a registry.
 */
const containerScript = String.raw`
image=$1; shift
for variable; do export "$variable"; done
section() { printf '\n%s%s\n' '${sectionMark}' "$1"; }
section problem
command -v docker >/dev/null || { echo 'docker: not found'; exit 0; }
problem=$(timeout 20 docker version --format '{{.Server.Version}}' 2>&1 >/dev/null)
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

/** Null if the launch uses no container. */
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
