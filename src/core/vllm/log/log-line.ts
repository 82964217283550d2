// Parses one line of a server's log: process, level, time by the host's clock, and message. Also completes times,
// splits pieces into lines and removes secrets.
import { withoutColours } from '#core/base/printable.ts'

type LogLevel = 'debug' | 'info' | 'warning' | 'error'

type LogLine = Readonly<{
  /** The line without colours, as displayed. */
  text: string
  /** Part of a launch: a rank labelled by srun, an instance or the router of a pair; null for a single server. */
  part: string | null
  /** `APIServer`, `EngineCore`, `Worker_TP0`; null for lines without a process name. */
  process: string | null
  pid: number | null
  level: LogLevel | null
  /** `11-21 14:30:00`: vLLM logs neither year nor zone. */
  time: string | null
  message: string
}>

const label = /^(?<part>\d{1,4}|(?:prefill|decode)-\d+|router): (?<rest>.*)$/
const signature = /^\((?<process>[A-Za-z][\w-]*)(?: pid=(?<pid>\d+))?\)\s?(?<rest>.*)$/
const record = /^(?<level>[A-Z]+) (?<time>\d\d-\d\d \d\d:\d\d:\d\d) \[[^\]]+?:\d+\] (?<message>.*)$/
/** Lines of the web server. */
const bareRecord = /^(?<level>DEBUG|INFO|WARNING|ERROR|CRITICAL):\s+(?<message>.*)$/

const levels: Readonly<Record<string, LogLevel>> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARNING: 'warning',
  ERROR: 'error',
  CRITICAL: 'error',
}

export function parseLogLine(raw: string): LogLine {
  const text = withoutColours(raw)
  const labelled = label.exec(text)?.groups
  const own = labelled?.['rest'] ?? text
  const signed = signature.exec(own)?.groups
  const rest = signed?.['rest'] ?? own
  const said = (record.exec(rest) ?? bareRecord.exec(rest))?.groups
  return {
    text,
    part: labelled?.['part'] ?? null,
    process: signed?.['process'] ?? null,
    pid: signed?.['pid'] === undefined ? null : Number(signed['pid']),
    level: levels[said?.['level'] ?? ''] ?? null,
    time: said?.['time'] ?? null,
    message: said?.['message'] ?? rest,
  }
}

const quarterHourMs = 15 * 60_000

type LogClock = (time: string | null) => number | null

/** Adds the missing year and zone to times. `launchedAtEpochMs` is at most a few minutes before the first line with a time. */
export function logClock(launchedAtEpochMs: number): LogClock {
  const year = new Date(launchedAtEpochMs).getUTCFullYear()
  let zoneMs: number | null = null
  return (time) => {
    const [, month, day, clock] = /^(\d\d)-(\d\d) (\d\d:\d\d:\d\d)$/.exec(time ?? '') ?? []
    if (month === undefined) return null
    const local = Date.parse(`${year}-${month}-${day}T${clock}Z`)
    // Time zones differ by multiples of a quarter hour.
    zoneMs ??= Math.round((local - launchedAtEpochMs) / quarterHourMs) * quarterHourMs
    return local - zoneMs
  }
}

/** Splits longer lines into pieces of this length, because a log may never contain a line end. */
const longestLine = 2 ** 16

type LineSplitter = Readonly<{
  /** Returns the lines that this piece completes. */
  add(piece: string): string[]
  /** Returns the text after the last line end. */
  rest(): string
}>

/** Splits a growing log into lines. Progress bars end their lines with a bare carriage return. */
export function lineSplitter(): LineSplitter {
  let rest = ''
  return {
    add(piece) {
      const text = rest + piece
      // A carriage return at the very end may be the first half of a line end.
      const complete = text.endsWith('\r') ? text.slice(0, -1) : text
      const lines = complete.split(/\r\n|\n|\r/)
      const unfinished = pieces(lines.pop() ?? '')
      rest = (unfinished.pop() ?? '') + text.slice(complete.length)
      return [...lines.flatMap(pieces), ...unfinished].filter((line) => line !== '')
    },
    rest: () => rest,
  }
}

function pieces(line: string): string[] {
  const count = Math.max(1, Math.ceil(line.length / longestLine))
  return Array.from({ length: count }, (_, i) => line.slice(i * longestLine, (i + 1) * longestLine))
}

const hidden = '***'

/** An unclosed quote or bracket in a truncated line hides everything after it. */
const secrets: readonly RegExp[] = [
  /(['"]?(?:api_key|hf_token)['"]?\s*[:=]\s*)(?:\[[^\]]*\]?|'[^']*'?|"[^"]*"?|[^\s,}'"]+)/gi,
  /((?:--api-key|--hf-token)[ =])\S+/g,
  /(Authorization['"]?\s*[:=]\s*['"]?(?:Bearer\s+)?)[^\s'",}]+/gi,
  /\b()hf_[A-Za-z0-9]{8,}/g,
]

export function withoutSecrets(line: string): string {
  return secrets.reduce((text, secret) => text.replace(secret, `$1${hidden}`), line)
}
