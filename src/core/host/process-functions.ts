// Shell functions that know processes by more than their number: a number may be given to another process later.

/**
 * look PID: sets state, session and start (in ticks since boot); fails where there is none.
 * is_same FILE: whether the process written down as "PID START" still is there.
 * find_members SESSION: sets members to its processes, the leader and this shell left out.
 */
export const processFunctions = String.raw`
look() {
  { IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
  set -- ${'$'}{line##*) }
  state=$1 session=$4 start=${'$'}{20}
}
is_same() {
  { read -r pid began <"$1"; } 2>/dev/null && look "$pid" && [ "$start" = "$began" ] && [ "$state" != Z ]
}
find_members() {
  members=
  for place in /proc/[0-9]*; do
    number=${'$'}{place#/proc/}
    look "$number" && [ "$session" = "$1" ] && [ "$state" != Z ] || continue
    [ "$number" = "$1" ] || [ "$number" = "$$" ] || members="$members $number"
  done
  return 0
}
`
