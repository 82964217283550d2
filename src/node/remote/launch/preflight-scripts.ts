// The scripts that check for a model and for a version before a launch.
import { sectionMark } from '#core/host/host-report.ts'
import type { ServeRuntime } from '#core/model/launch-profile.ts'
import { runtimeTrait } from '#core/vllm/launch/runtime-traits.ts'
import { type Host, runScript } from '../host.ts'
import { versionFunction } from '../installation-script.ts'

/** Uses a folder directly; for a Hub id, the newest snapshot in the download cache. */
export const modelScript = String.raw`
cache=${'$'}{HF_HUB_CACHE:-${'$'}{HF_HOME:-$HOME/.cache/huggingface}/hub}
case $1 in "~/"*) place=$HOME/${'$'}{1#"~/"} ;; *) place=$1 ;; esac
if [ ! -f "$place/config.json" ]; then
  name=$(printf '%s' "$1" | sed 's,/,--,g')
  place=$(ls -td "$cache/models--$name"/snapshots/*/ 2>/dev/null | head -n 1)
fi
printf '\n%sconfig\n' '${sectionMark}'
[ -n "$place" ] && cat "$place/config.json" 2>/dev/null
printf '\n%sweights\n' '${sectionMark}'
[ -n "$place" ] && stat -L -c %s "$place"/*.safetensors 2>/dev/null | awk '{ all += $1 } END { print all }'
true`

const versionScript = `${versionFunction}
version_of "$(command -v "$1" || printf '%s' "$1")"`

/** Null if it cannot be determined without starting vLLM. */
export async function installationVersion(
  host: Host,
  runtime: ServeRuntime,
): Promise<string | null> {
  const trait = runtimeTrait(runtime)
  const program = trait.versionProgram(runtime)
  if (program === null) return trait.namedVersion(runtime)
  const said = await runScript(host, versionScript, { args: [program] }).catch(() => null)
  return /^\d+\.\d[\w.+-]*/m.exec(said?.toString() ?? '')?.[0] ?? null
}
