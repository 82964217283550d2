// Scripts of a prefill/decode pair on its host: one for each instance and the router, and one for their leader.
import {
  endMembers,
  enterCgroup,
  leaveCgroup,
  processFunctions,
  resetSignals,
  shellText,
} from '#core/command-line/launch-functions.ts'
import { type GroupInstance, instanceAddress, routerName } from '#core/vllm/launch/launch-group.ts'

/** `environment` is the text of variables of this part alone; the common file contains the secrets. */
export function partScript(argv: readonly string[], environment: string): string {
  return String.raw`#!/bin/sh
# Written by Kneepoint. Runs one part of a prefill/decode pair.
folder=$(cd "$(dirname "$0")" && pwd)
. "$folder/environment"
[ -z "$VLLM_API_KEY" ] || export OPENAI_API_KEY="$VLLM_API_KEY"
${environment}cd "$HOME" || cd /
${resetSignals}
exec $reset ${shellText(argv)}
`
}

/**
 * Starts the instances, waits until each is healthy, starts the router, and ends all when the first one ends. It represents the
 * server: stopping it stops all parts. A labelled line is written at once, but read in blocks.
 */
export function pairLeader(instances: readonly Pick<GroupInstance, 'name' | 'port'>[]): string {
  const starts = instances.map(({ name }) => `start_part ${name}`).join('\n')
  const waits = instances.map(({ name, port }) => `await_health ${name} ${port} &&`).join(' \\\n')
  return String.raw`#!/bin/sh
# Written by Kneepoint. Leads the session of a prefill/decode pair and writes down which part ends first.
${processFunctions}
folder=$(cd "$(dirname "$0")" && pwd)
parts= ended= first= of= code=0
end_parts() { for part in $parts; do kill -s TERM "${'$'}{part%%:*}" 2>/dev/null; done; }
trap 'ended=1; end_parts' TERM
trap : INT HUP
cat /proc/sys/kernel/random/boot_id >"$folder/boot"
look $$ && echo "$$ $start" >"$folder/leader" && cp "$folder/leader" "$folder/server" || exit 1
${enterCgroup}label='sed -u'
command -v stdbuf >/dev/null && label='stdbuf -oL sed'
start_part() {
  mkfifo "$folder/$1.pipe"
  (trap '' TERM INT HUP; exec $label "s/^/$1: /" <"$folder/$1.pipe") &
  sh "$folder/$1.sh" >"$folder/$1.pipe" 2>&1 </dev/null &
  parts="$parts $!:$1"
}
find_ended() {
  for part in $parts; do
    number=${'$'}{part%%:*}
    look "$number" && [ "$state" != Z ] && continue
    wait "$number"
    code=$? first=${'$'}{part#*:}
    return 0
  done
  return 1
}
is_healthy() {
  if command -v curl >/dev/null; then curl -fs --noproxy '*' -o /dev/null -m 5 "$1"
  elif command -v wget >/dev/null; then wget -q --no-proxy -T 5 -t 1 -O /dev/null "$1"
  else python3 -c 'import sys, urllib.request as u; u.build_opener(u.ProxyHandler({})).open(sys.argv[1], timeout=5)' "$1"
  fi 2>/dev/null
}
await_health() {
  until is_healthy "http://${instanceAddress}:$2/health"; do
    [ -z "$ended" ] || return 1
    find_ended && return 1
    sleep 1
  done
  echo "Kneepoint: $1 is ready at port $2."
}
${starts}
${waits} start_part ${routerName}
until [ -n "$first" ] || find_ended; do sleep 1; done
[ -n "$ended" ] || { echo "Kneepoint: $first ended with code $code."; of=" $first"; end_parts; }
echo "$code $(date +%s)$of" >"$folder/end.part" && mv "$folder/end.part" "$folder/end"
rm -f "$folder/environment" "$folder/server" "$folder"/*.pipe
${endMembers({ termS: 15, killS: 20, givenUpS: 25 })}
${leaveCgroup}
exit "$code"
`
}
