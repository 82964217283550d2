// A power cap for the GPUs of a launched server: set before the start; the former limits are restored after its end.
import { processFunctions, shellText } from '#core/command-line/launch-functions.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { powerCapName } from '../flag-index.ts'

type PowerProfile = Pick<LaunchProfile, 'config' | 'gpus'>

/** Watts; null without a cap. */
function powerCapOf({ config: { flags } }: Pick<LaunchProfile, 'config'>): number | null {
  const watts = Number(flags[powerCapName] ?? NaN)
  return Number.isFinite(watts) ? watts : null
}

/** Command as a user would type it; null without a cap. */
export function powerCapText(profile: PowerProfile): string | null {
  const watts = powerCapOf(profile)
  return watts === null
    ? null
    : shellText(['nvidia-smi', ...selected(profile), '-pl', String(watts)])
}

/** Removes the line of the power cap from a launch command. */
export function withoutPowerCap(command: string): string {
  return command.replace(/^nvidia-smi .*-pl \d+\n/, '')
}

function selected({ gpus }: PowerProfile): string[] {
  return gpus === null ? [] : ['-i', gpus.join(',')]
}

/**
 * sh functions. `restore_power FOLDER` restores the limits saved in a launch's folder, then deletes the file once all
 * are set. Ignores limits of another machine or boot.
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
 * sh lines of the session leader: saves the limits before changing any, and ends the launch if the host does not allow
 * the cap. First restores limits that a killed leader left behind. Empty without a cap.
 */
export function powerPreparation(profile: PowerProfile): string {
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

/** Lines of sh after the server's exit. */
export function powerRestoration(profile: PowerProfile): string {
  return powerCapOf(profile) === null ? '' : 'restore_power "$folder"'
}

/** For the folder of a launch whose leader may have been killed; a running leader restores by itself. */
export const powerRestoreScript = `${processFunctions}${powerFunctions}
restore_after() {
  is_same "$1/leader" || restore_power "$1"
}
`
