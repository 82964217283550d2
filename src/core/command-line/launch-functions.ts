// Shell functions for a Linux host: processes identified by PID and start time, because PIDs are reused, and free TCP ports from
// the kernel's own tables, which also works in containers without tools.
import { appError, type AppError } from '#core/model/app-error.ts'

/**
 * look PID: sets state, parent, session and start (in ticks since boot); fails if there is none.
 * is_same FILE: whether the process recorded as "PID START" still exists.
 * find_members SESSION: sets members to its processes, without the leader and this shell.
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
 * Moves this shell and all its descendants to a separate control group if permitted; `$folder/cgroup` names it. A process
 * cannot leave it by starting a session or changing its environment.
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

/** Removes the control group of a launch, unless it still has processes. */
export const leaveCgroup = String.raw`{ read -r cgroup <"$folder/cgroup" && { echo $$ >"${'$'}{cgroup%/*}/cgroup.procs"; rmdir "$cgroup"; }; } 2>/dev/null`

type Patience = Readonly<{ termS: number; killS: number; givenUpS: number }>

/**
 * Waits for the session's other processes to end: SIGTERM after `termS` seconds, SIGKILL after `killS`, gives up after
 * `givenUpS`.
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

/** Sets `reset`, because a shell starts background processes with both signals ignored. */
export const resetSignals = `reset=
env --default-signal=INT,QUIT true 2>/dev/null && reset='env --default-signal=INT,QUIT'`

const listeningState = '0A'

/** `tables` contains /proc/net/tcp followed by /proc/net/tcp6. */
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

/** `random` in [0, 1) makes it unlikely that two simultaneous callers get the same port. */
export function freePort(taken: ReadonlySet<number>, random: number): number | null {
  const count = lastPort - firstPort
  const begin = Math.floor(random * count)
  for (let step = 0; step < count; step++) {
    const port = firstPort + ((begin + step) % count)
    if (!taken.has(port)) return port
  }
  return null
}

/** zsh expands a leading `=` to a path and fish a leading `%` to a process, so both are quoted. */
const plainWord = /^[\w@+:,./-][\w@%+=:,./-]*$/

/** Quotation marks and backslashes are placed outside the quotes, because fish interprets `\` inside them and other shells do not. */
const pieces = /['\\]|[^'\\]+/g

/** Quotes arguments for a shell. All quoting happens here; sh, bash, dash, zsh and fish all parse the result. */
export function shellArgument(word: string): string {
  if (word.includes('\0')) throw unspeakable(word)
  if (word === '') return "''"
  if (plainWord.test(word)) return word
  return word.replaceAll(pieces, (piece) => (/^['\\]$/.test(piece) ? `\\${piece}` : `'${piece}'`))
}

export function shellText(args: readonly string[]): string {
  return args.map(shellArgument).join(' ')
}

function unspeakable(word: string): AppError {
  return appError('invalid-input', 'launch.zeroByte', { word: JSON.stringify(word) })
}
