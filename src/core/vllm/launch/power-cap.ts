// A cap on the power of a launched server's GPUs: set before it starts; the former limits are restored once it is gone.
import { processFunctions } from '#core/host/launch-functions.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { shellText } from '#core/shell/shell-text.ts'
import { powerCapName } from '../flags/flag-index.ts'

type Capped = Pick<LaunchProfile, 'config' | 'gpus'>

/** In W; null without one. */
function powerCapOf({ config: { flags } }: Pick<LaunchProfile, 'config'>): number | null {
  const watts = Number(flags[powerCapName] ?? NaN)
  return Number.isFinite(watts) ? watts : null
}

/** As a person would type it; null without a cap. */
export function powerCapText(profile: Capped): string | null {
  const watts = powerCapOf(profile)
  return watts === null
    ? null
    : shellText(['nvidia-smi', ...selected(profile), '-pl', String(watts)])
}

/** The command of a launch without that line. */
export function withoutPowerCap(command: string): string {
  return command.replace(/^nvidia-smi .*-pl \d+\n/, '')
}

function selected({ gpus }: Capped): string[] {
  return gpus === null ? [] : ['-i', gpus.join(',')]
}

/**
 * Functions of sh. `restore_power FOLDER` sets the limits that a launch noted in its folder, and forgets them once all are
 * set; those of another machine or boot are not its own.
 */
export const powerFunctions = `
set_power() {
  nvidia-smi -i "$1" -pl "$2" >/dev/null 2>&1 </dev/null ||
    sudo -n nvidia-smi -i "$1" -pl "$2" >/dev/null 2>&1 </dev/null
}
restore_power() {
  [ -f "$1/power" ] || return 0
  [ "$(cat "$1/boot" 2>/dev/null)" = "$(cat /proc/sys/kernel/random/boot_id)" ] || return 0
  kept=
  while IFS=, read -r gpu limit rest; do set_power "$gpu" "$limit" || kept=1; done <"$1/power"
  [ -n "$kept" ] || rm -f "$1/power"
}
`

const limits = 'uuid,power.limit,power.min_limit,power.max_limit'

/**
 * Lines of sh of the session's leader: notes the limits before it changes one, and ends the launch where the host does not
 * allow the cap. What a leader that was killed could not restore is restored first. Empty without a cap.
 */
export function powerPreparation(profile: Capped): string {
  const watts = powerCapOf(profile)
  if (watts === null) return ''
  const format = ['--format=csv,noheader,nounits']
  const query = shellText(['nvidia-smi', ...selected(profile), `--query-gpu=${limits}`, ...format])
  return `${powerFunctions}
restore_left() {
  for left in "$folder"/../*/power; do
    other=$(dirname "$left")
    [ ! -f "$left" ] || [ "$other" -ef "$folder" ] || is_same "$other/leader" || restore_power "$other"
  done
}
cap_power() {
  restore_left
  ${query} 2>/dev/null </dev/null | tr -d ' ' >"$folder/power.part"
  [ -s "$folder/power.part" ] || { echo 'Kneepoint: power cap: nvidia-smi reports no power limits'; return 1; }
  while IFS=, read -r gpu limit least most; do
    least=\${least%.*} most=\${most%.*}
    case $limit$least$most in
    *[!0-9.]* | '') echo "Kneepoint: power cap: the limit of GPU $gpu cannot be set"; return 1 ;;
    esac
    [ ${watts} -ge "$least" ] && [ ${watts} -le "$most" ] && continue
    echo "Kneepoint: power cap: ${watts} W is outside $least W to $most W of GPU $gpu"
    return 1
  done <"$folder/power.part"
  mv "$folder/power.part" "$folder/power"
  while IFS=, read -r gpu rest; do
    set_power "$gpu" ${watts} && continue
    echo "Kneepoint: power cap: the host does not allow to set the limit of GPU $gpu"
    return 1
  done <"$folder/power"
}
cap_power || {
  restore_power "$folder"
  echo "1 $(date +%s)" >"$folder/end.part" && mv "$folder/end.part" "$folder/end"
  rm -f "$folder/environment"
  exit 1
}`
}

/** Lines of sh after the server's end. */
export function powerRestoration(profile: Capped): string {
  return powerCapOf(profile) === null ? '' : 'restore_power "$folder"'
}

/** With the folder of a launch whose leader may have been killed; a leader that is there restores by itself. */
export const powerRestoreScript = `${processFunctions}${powerFunctions}
restore_after() {
  is_same "$1/leader" || restore_power "$1"
}
`
