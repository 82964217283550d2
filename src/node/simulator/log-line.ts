// One line of a log as vLLM writes it: process, level, local time without a year, source, message.

type LogProcess = 'APIServer' | 'EngineCore'

export type LogRecord = Readonly<{ process: LogProcess; source: string; message: string }>

export function formatLogLine({ process, source, message }: LogRecord, at: Date): string {
  return `(${process} pid=${pidOf[process]}) INFO ${formatTime(at)} [${source}] ${message}`
}

/** The simulator is one process; the numbers only distinguish the two voices. */
const pidOf: Record<LogProcess, number> = { APIServer: 100, EngineCore: 101 }

function formatTime(at: Date): string {
  const [month, day, ...time] = [
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  ].map((part) => String(part).padStart(2, '0'))
  return `${month}-${day} ${time.join(':')}`
}
