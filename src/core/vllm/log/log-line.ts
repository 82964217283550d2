// One line of a server's log taken apart: which process spoke, how gravely, when by the host's clock, and what it said.

type LogLevel = 'debug' | 'info' | 'warning' | 'error'

type LogLine = Readonly<{
  /** The line without colours, as a reader sees it. */
  text: string
  /** `APIServer`, `EngineCore`, `Worker_TP0`; null for lines that no process signed. */
  process: string | null
  pid: number | null
  level: LogLevel | null
  /** `11-21 14:30:00`: vLLM writes no year and no zone. */
  time: string | null
  message: string
}>

const signature = /^\((?<process>[A-Za-z][\w-]*)(?: pid=(?<pid>\d+))?\)\s?(?<rest>.*)$/
const record = /^(?<level>[A-Z]+) (?<time>\d\d-\d\d \d\d:\d\d:\d\d) \[[^\]]+?:\d+\] (?<message>.*)$/
/** The web server's own lines. */
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
  const signed = signature.exec(text)?.groups
  const rest = signed?.['rest'] ?? text
  const said = (record.exec(rest) ?? bareRecord.exec(rest))?.groups
  return {
    text,
    process: signed?.['process'] ?? null,
    pid: signed?.['pid'] === undefined ? null : Number(signed['pid']),
    level: levels[said?.['level'] ?? ''] ?? null,
    time: said?.['time'] ?? null,
    message: said?.['message'] ?? rest,
  }
}

function withoutColours(text: string): string {
  return text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '')
}
