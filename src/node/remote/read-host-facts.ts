// Reads a host's facts. Hardware and its users are queried each time; installations only on request, because finding a version
// means starting the program.
import type { HostFacts } from '#core/model/host-facts.ts'
import { hostFacts, sectionMark } from '#core/host/host-report.ts'
import { type Host, runScript } from './host.ts'
import { installationScript } from './installation-script.ts'
import { amdGpusScript } from '#core/telemetry/amd-gpus.ts'
import { gpuFields, newerGpuFields, processFields } from '#core/telemetry/nvidia-smi.ts'

type FactsOptions = Readonly<{
  withInstallations: boolean
  signal?: AbortSignal
  /** Time limit for the driver, which may hang if a GPU hangs. */
  longestGpuSilenceS?: number
}>

const longestSearchMs = 180_000

export async function readHostFacts(
  host: Host,
  { withInstallations, signal, longestGpuSilenceS = 30 }: FactsOptions,
): Promise<HostFacts> {
  const options = { ...(signal && { signal }), timeoutMs: longestSearchMs }
  const report = await runScript(host, reportScript(longestGpuSilenceS), options)
  const installations = withInstallations ? await runScript(host, installationScript, options) : ''
  return hostFacts(`${report.toString()}\n${installations.toString()}`, Date.now())
}

// The script that prints a host's facts: one section per fact, empty if unknown.
/** Plain sh, and only tools that every Linux has; no part may take long or make the whole script fail. */
const reportScript = (longestGpuSilenceS: number) =>
  String.raw`
${amdGpusScript}
section() { printf '\n%s%s\n' '${sectionMark}' "$1"; }
query() { nvidia-smi "$@" --format=csv,nounits 2>&1; }
responds() {
  nvidia-smi -L >/dev/null 2>&1 </dev/null & job=$!
  tries=0
  while kill -0 "$job" 2>/dev/null; do
    [ "$tries" -lt ${10 * longestGpuSilenceS} ] || { kill -9 "$job"; return 1; }
    tries=$((tries + 1))
    sleep 0.1 2>/dev/null || sleep 1
  done
}
cache=\${HF_HUB_CACHE:-\${HF_HOME:-$HOME/.cache/huggingface}/hub}

section hostname; hostname 2>/dev/null || uname -n
section user; id -un
section system; uname -srm
section cpu; cat /proc/cpuinfo 2>/dev/null
section load; cat /proc/loadavg 2>/dev/null
section memory; cat /proc/meminfo 2>/dev/null
section cache-path; printf '%s\n' "$cache"
section disk
place=$cache
until [ -d "$place" ]; do place=$(dirname "$place") || break; done
df -P -k "$place" 2>/dev/null
section slurm; command -v sbatch
section models
for folder in "$cache"/models--*; do [ -d "$folder" ] && basename "$folder"; done
if ! command -v nvidia-smi >/dev/null 2>&1; then
  found=$(amd_gpus /sys)
  [ -z "$found" ] || { section gpus; printf '%s\n' "$found"; }
elif ! responds; then section gpus; echo 'nvidia-smi does not respond: the driver or a GPU hangs'
else
  section gpus
  query --query-gpu=${newerGpuFields.join(',')} | grep -v 'not a valid field' | grep , ||
    query --query-gpu=${gpuFields.join(',')}
  section cuda; nvidia-smi 2>/dev/null | head -n 12
  section topology; nvidia-smi topo -m 2>/dev/null
  section gpu-processes
  users=$(query --query-compute-apps=${processFields.join(',')})
  printf '%s\n' "$users"
  section owners
  printf '%s\n' "$users" | tail -n +2 | cut -d , -f 2 | while read -r pid; do
    [ -d "/proc/$pid" ] && printf '%s %s\n' "$pid" "$(stat -c %U "/proc/$pid")"
  done
fi
section end
`.replaceAll(String.raw`\${`, '${')
