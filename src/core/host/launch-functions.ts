// Which TCP ports are taken on a Linux host, from the kernel's own tables; works in containers without tools.

// Shell functions that know processes by more than their number: a number may be given to another process later.

/**
 * look PID: sets state, parent, session and start (in ticks since boot); fails if there is none.
 * is_same FILE: whether the process written down as "PID START" still is there.
 * find_members SESSION: sets members to its processes, the leader and this shell left out.
 */
export const processFunctions = String.raw`
look() {
  { IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
  set -- ${'$'}{line##*) }
  state=$1 parent=$2 session=$4 start=${'$'}{20}
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

/**
 * Moves this shell, and with it all that it starts, to a control group of its own where that is allowed; `$folder/cgroup` names
 * it. No process leaves it by a session of its own or another environment.
 */
export const enterCgroup = String.raw`
enter_cgroup() {
  while IFS=: read -r _ kinds place; do
    case $kinds in
    '') roots='/sys/fs/cgroup /sys/fs/cgroup/unified' ;;
    name=systemd) roots=/sys/fs/cgroup/systemd ;;
    *) continue ;;
    esac
    for root in $roots; do
      [ -f "$root/cgroup.procs" ] || continue
      cgroup="${'$'}{root}${'$'}{place%/}/kneepoint-${'$'}{folder##*/}"
      mkdir "$cgroup" && echo $$ >"$cgroup/cgroup.procs" && echo "$cgroup" >"$folder/cgroup" && return
      rmdir "$cgroup"
    done
  done </proc/self/cgroup
}
enter_cgroup 2>/dev/null
`

/** Removes the control group of a launch; one with processes stays. */
export const leaveCgroup = String.raw`{ read -r cgroup <"$folder/cgroup" && { echo $$ >"${'$'}{cgroup%/*}/cgroup.procs"; rmdir "$cgroup"; }; } 2>/dev/null`

type Patience = Readonly<{ termS: number; killS: number; givenUpS: number }>

/**
 * Waits until the other processes of this session have ended: sends SIGTERM after `termS` seconds and SIGKILL after `killS`,
 * and stops waiting after `givenUpS`.
 */
export function endMembers({ termS, killS, givenUpS }: Patience): string {
  return String.raw`second=0
while find_members "$$" && [ -n "$members" ] && [ "$second" -lt ${givenUpS} ]; do
  second=$((second + 1))
  [ "$second" = ${termS} ] && kill -s TERM $members 2>/dev/null
  [ "$second" = ${killS} ] && kill -s KILL $members 2>/dev/null
  sleep 1
done`
}

/** Sets `reset`: a shell starts what runs in the background with both signals ignored. */
export const resetSignals = `reset=
env --default-signal=INT,QUIT true 2>/dev/null && reset='env --default-signal=INT,QUIT'`

const listeningState = '0A'

/** `tables` are /proc/net/tcp and /proc/net/tcp6, one after the other. */
export function listeningPorts(tables: string): ReadonlySet<number> {
  return new Set(
    tables.split('\n').flatMap((line) => {
      const [, local = '', , state] = line.trim().split(/\s+/)
      return state === listeningState ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : []
    }),
  )
}

const firstPort = 18_000
const lastPort = 28_000

/** `random` is in [0, 1): two people looking at once should not find the same. */
export function freePort(taken: ReadonlySet<number>, random: number): number | null {
  const count = lastPort - firstPort
  const begin = Math.floor(random * count)
  for (let step = 0; step < count; step++) {
    const port = firstPort + ((begin + step) % count)
    if (!taken.has(port)) return port
  }
  return null
}
