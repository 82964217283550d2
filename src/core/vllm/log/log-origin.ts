// Strips the prefixes of runtimes, schedulers and loggers from a log line. They may be nested: Kubernetes around Ray around vLLM.
import { parsedJson } from '#core/base/parsed-json.ts'
import { withoutColours } from '#core/base/printable.ts'
import { z } from 'zod'

export type LogOrigin = Readonly<{
  /** Process or rank named by its prefixes; empty if they name none. */
  process: string
  level: 'debug' | 'info' | 'warning' | 'error' | null
  /** The line without prefixes and colours; keeps indentation. */
  text: string
  /** The line without colours. */
  line: string
  /** Source location of a log record, `core.py:936`; shared by its lines. */
  place: string | null
}>

const levelWord = String.raw`(?<level>DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL)`
const zone = String.raw`(?:Z|[+-]\d\d:?\d\d)?`
const moment = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?` + zone

/** Removed while they match the rest of the line; groups capture the process and the level. */
const prefixes: readonly RegExp[] = [
  // Kubernetes containers, GitHub's runners, `kubectl logs --prefix`, Compose.
  new RegExp(String.raw`^${moment} (?:stdout|stderr) [FP] `),
  /^\[pod\/(?<process>[^\]]+)\] /,
  /^(?<process>[a-z][\w.-]*?(?:-\d+)?) +\| /,
  // SGLang prints the rank beside the time.
  new RegExp(String.raw`^\[${moment}(?: (?<process>(?:[A-Z]{2}\d+ ?)+))?\] ?`),
  // journald, the kernel.
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ (?<process>[\w./@:-]+(?:\[\d+\])?): /,
  /^\[ *\d+\.\d{6}\] /,
  // Docker Desktop prints a bar after the time, like loguru before the level.
  new RegExp(String.raw`^${moment}(?: \|(?! *[A-Z]+ *\|))?\s`),
  // srun --label, torchrun.
  /^(?<process> {0,3}\d{1,4}|(?:prefill|decode)-\d+|router): /,
  /^(?<process>\[(?:default|rank|worker)?\d+\]):? ?/,
  // vLLM, Ray.
  /^\((?<process>(?:[A-Za-z][\w:.-]*)?(?: [A-Z]{2}\d+)*(?: ?(?:rank|pid|ip)=[^\s,)]+,?)+|(?:APIServer|EngineCore|Worker|VllmWorker)\w*)\) ?/,
  // Ray's daemons.
  new RegExp(String.raw`^\[${moment} (?<level>[IWEFC]) \d+ \d+\] (?:\(\S+\) )?\S+:\d+: +`),
  // TensorRT-LLM, in Python and in C++; its row of Triton's table of models; LMDeploy.
  /^\[\d\d\/\d\d\/\d{4}-\d\d:\d\d:\d\d\] \[TRT-LLM\] (?:\[(?<process>RANK \d+|\w+ \d+)\] )?\[(?<level>[IWEF])\] /,
  /^\[(?:TensorRT-LLM|TM)\]\[(?<level>INFO|WARNING|ERROR|FATAL)\] ?/,
  // llama.cpp.
  /^\d+\.\d\d\.\d{3}\.\d{3} (?<level>[IWED]) (?:\w+ +)?(?=\w+: )/,
  // torch, glog.
  /^\[(?<level>[IWEF]) [\w.]+:\d+\] ?/,
  /^\[(?<level>[IWEF])\d{3,4} [\d:.]+(?: \d+)? [^\]]+:\d+\] ?/,
  /^(?<level>[IWEF])\d{4,8} [\d:.]+ +\d+ [^\]]+:\d+\] ?/,
  // NCCL.
  /^\S+:\d+:\d+ \[\d+\] (?:\S+ )?(?=NCCL (?<level>INFO)?)/,
  // vLLM, NIM, uvicorn, Python's logging, loguru.
  new RegExp(
    String.raw`^${levelWord} (?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? (?:\[?(?<place>[^\]\s]+:\d+)\] ?)?`,
  ),
  new RegExp(String.raw`^${levelWord}:(?: {1,9}|[\w.]+:)`),
  new RegExp(String.raw`^(?:[\w.]+ )?[-|\[] ?${levelWord} *[-|\]] (?:\S+:\S+:\d+ - )?`),
  new RegExp(String.raw`^- [\w.]+ - ${levelWord} - `),
  // KServe.
  new RegExp(String.raw`^\d+ \w+ ${levelWord} \[(?<place>[^\]]+:\d+)\] `),
]

const levels: Readonly<Record<string, LogOrigin['level']>> = {
  D: 'debug',
  ...{ DEBUG: 'debug', INFO: 'info', I: 'info', WARNING: 'warning', WARN: 'warning', W: 'warning' },
  ...{ ERROR: 'error', CRITICAL: 'error', FATAL: 'error', E: 'error', F: 'error' },
}

export function logOrigin(raw: string): LogOrigin {
  const line = withoutColours(raw).trimEnd()
  const record = jsonRecord(line)
  let text = record?.text ?? line
  let level: LogOrigin['level'] = levels[record?.level ?? ''] ?? null
  const processes: string[] = []
  let place: string | null = null
  for (let at = 0; at < prefixes.length; at++) {
    const match = prefixes[at]?.exec(text)
    if (match === null || match === undefined) continue
    const { process, level: word, place: logged } = match.groups ?? {}
    if (process !== undefined) processes.push(process.trim())
    level = levels[word ?? ''] ?? level
    place = logged ?? place
    text = text.slice(match[0].length)
    at = -1
  }
  return { process: processes.join(' '), level, text, line, place }
}

const recordSchema = z.union([
  z.object({ log: z.string() }).transform(({ log }) => ({ text: log, level: undefined })),
  z
    .object({
      message: z.string(),
      level: z.string().optional(),
      levelname: z.string().optional(),
      severity: z.string().optional(),
    })
    .transform(({ message: text, level, levelname, severity }) => ({
      text,
      level: (level ?? levelname ?? severity)?.toUpperCase(),
    })),
  z
    .object({ msg: z.string(), level: z.string().optional() })
    .transform(({ msg, level }) => ({ text: msg, level: level?.toUpperCase() })),
])

/** A line of Docker's log files or of a JSON logger. */
function jsonRecord(line: string) {
  const read = recordSchema.safeParse(jsonIn(line))
  return read.success ? { ...read.data, text: read.data.text.trimEnd() } : null
}

function jsonIn(line: string): unknown {
  return /^\{".*\}$/.test(line) ? parsedJson(line) : null
}

const tracebackSchema = z
  .union([
    z.object({ exc_info: z.string() }).transform(({ exc_info: text }) => text),
    z.object({ exception: z.string() }).transform(({ exception: text }) => text),
    z.object({ traceback: z.string() }).transform(({ traceback: text }) => text),
  ])
  .catch('')

/** The line and, if it is a JSON record, the lines of its traceback. */
export function withTraceback(line: string): readonly string[] {
  const traceback = tracebackSchema.parse(jsonIn(line.trimEnd()))
  return traceback === '' ? [line] : [line, ...traceback.split('\n')]
}
