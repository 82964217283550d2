// The script that searches for vLLM in the usual locations, and queries each installation's version.
import { sectionMark } from '#core/host/host-report.ts'

/** Reads the version from the installed package, which is instant; starting vLLM takes half a minute. */
const versionProgram = 'import importlib.metadata as m; print(m.version("vllm"))'

/** version_of PROGRAM */
export const versionFunction = String.raw`
version_of() {
  interpreter=$(head -n 1 "$1" 2>/dev/null | sed -n 's/^#! *\(.*python[0-9.]*\)$/\1/p')
  if [ -n "$interpreter" ]; then
    timeout 20 $interpreter -c '${versionProgram}' 2>/dev/null
  else
    timeout 60 "$1" --version 2>/dev/null </dev/null | tail -n 1 | sed 's/^[^0-9]*//'
  fi
}
`

/**
 * A login shell gets 20 s to find vllm on the user's PATH; its other output is ignored. Lists each program once, under the first
 * name that found it.
 */
export const installationScript = String.raw`
printf '\n%sinstallations\n' '${sectionMark}'
seen=' '
${versionFunction}
tell() {
  [ -x "$2" ] || return 0
  real=$(readlink -f "$2")
  case $seen in *" $real "*) return 0 ;; esac
  seen="$seen$real "
  version=$(version_of "$2" | tr -d ' \n')
  printf '%s %s %s\n' "$1" "\${version:--}" "$2"
}
tell path "$(command -v vllm)"
shell=$(command -v bash || command -v sh)
tell path "$(timeout -k 5 20 $shell -lc 'printf "\n%s" "$(command -v vllm)"' 2>/dev/null </dev/null | tail -n 1)"
for program in "$HOME"/.venv/bin/vllm "$HOME"/venv*/bin/vllm "$HOME"/*/.venv/bin/vllm "$HOME"/*/venv/bin/vllm \
  "$HOME"/.local/share/uv/tools/vllm/bin/vllm "$HOME"/*conda*/envs/*/bin/vllm "$HOME"/*forge*/envs/*/bin/vllm \
  /opt/*conda*/envs/*/bin/vllm /opt/venv*/bin/vllm /opt/*/.venv/bin/vllm /opt/vllm*/bin/vllm; do
  tell environment "$program"
done
if command -v docker >/dev/null 2>&1; then
  timeout 10 docker images --format '{{.Repository}}:{{.Tag}}' 2>/dev/null | grep -i vllm | grep -v '<none>' |
    while read -r image; do
      version=$(printf '%s' "\${image##*:}" | sed -n 's/^v*\([0-9][0-9]*\.[0-9][0-9.]*\).*/\1/p')
      printf 'image %s %s\n' "\${version:--}" "$image"
    done
fi
printf '\n%send\n' '${sectionMark}'
`.replaceAll(String.raw`\${`, '${')
