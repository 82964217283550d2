// Cause of a server's failure: how its process ended, then the last exception of the process that failed first.
import {
  message,
  remediedWith,
  type Message,
  type RemediedId,
  type Text,
} from '#core/messages/message.ts'
import { configurationFailures } from './configuration-failures.ts'
import { containerFailures } from './container-failures.ts'
import { endingFailures } from './ending-failures.ts'
import type { FailurePattern, FailurePatterns } from './failure-pattern.ts'
import { hostFailures } from './host-failures.ts'
import { hubFailures } from './hub-failures.ts'
import { installationFailures } from './installation-failures.ts'
import { type LogEvent, logEvents } from './log-events.ts'
import { memoryFailures } from './memory-failures.ts'
import { modelFailures } from './model-failures.ts'
import { networkFailures } from './network-failures.ts'
import { remedyOfServer } from './server-remedies.ts'

/** Failures of the engine as a whole; mostly wrappers around a cause in an earlier line. */
const wrapperFailures: FailurePatterns = {
  'engine-timeout': {
    pattern: /Timed out waiting for engine|engine core.*did not start within/,
    text: 'failures.engineTimeout',
  },
  'worker-failed': {
    pattern: /WorkerProc initialization failed due to an exception in a background process/,
    text: 'failures.worker',
    strength: 'wrapper',
  },
  'engine-failed': {
    pattern:
      /Engine core initialization failed\. See root cause above|Engine process failed to start|EngineCore failed to start/,
    text: 'failures.engine',
    strength: 'wrapper',
  },
  'engine-died': {
    pattern:
      /EngineDeadError|Executor worker returned error|EngineCore encountered (?:a fatal error|an issue)|Worker proc \S+ died|died unexpectedly|ChildFailedError|RayTaskError|ShardCannotStart|Received sigquit from a child|Server process exited|DataParallel.*failed|Engine loop has died/,
    text: 'failures.engineCrashed',
    strength: 'wrapper',
  },
  'compiler-failed': {
    id: 'compile-failed',
    pattern: /BackendCompilerFailed|InductorError/,
    text: 'failures.compileFailed',
    strength: 'vague',
  },
  'docker-refused': {
    id: 'docker-arguments-refused',
    pattern: /Error response from daemon: /,
    text: 'failures.dockerOptions',
    strength: 'wrapper',
    isPrinted: true,
  },
}

export type ServerFailure = Readonly<{
  id: string
  title: Text
  remedy: Message
  /** Log line that shows it. */
  line: Text
}>

/** The first match wins. Exported for tests, which require an example of each. */
export const failurePatterns: readonly FailurePattern[] = [
  endingFailures,
  containerFailures,
  memoryFailures,
  hostFailures,
  installationFailures,
  networkFailures,
  configurationFailures,
  modelFailures,
  hubFailures,
  wrapperFailures,
].flatMap((patterns) => Object.entries(patterns).map(([id, pattern]) => ({ id, ...pattern })))

type Strength = 'cause' | NonNullable<FailurePattern['strength']>

type FailureEvidence = Readonly<{
  /** Null for an exception that no pattern explains. */
  pattern: FailurePattern | null
  strength: Strength
  failure: ServerFailure
  process: string
}>

/** Null if no line shows a cause and the exit code has no meaning. */
export function findFailure(
  lines: readonly string[],
  exitCode: number | null = null,
): ServerFailure | null {
  const failure = failureIn(lines, exitCode)
  const remedy = failure && remedyOfServer(failure.remedy.id, lines)
  return failure && remedy ? { ...failure, remedy } : failure
}

function failureIn(lines: readonly string[], exitCode: number | null): ServerFailure | null {
  const events = logEvents(lines)
  const ending = firstOf(events, ({ ending: kind }) => kind !== undefined)
  const signal = exitCode === null ? null : exitFailure(exitCode)
  if (ending?.pattern?.ending === 'out-of-memory') return ending.failure
  const cause = causeIn(events)
  const isKilled = ending?.pattern?.ending === 'killed' || exitCode === signalBase + killSignal
  const isOwnKill = isKilled && events.some(({ text }) => killsItself.test(text))
  if (isOwnKill && cause !== null && cause.strength !== 'wrapper') return cause.failure
  // A process that raised an exception was not killed, but its parent may have been later.
  const isDecisive = isKilled
    ? cause?.strength === 'cause' && /EngineCore|Worker|rank|[TDP]P\d/.test(cause.process)
    : cause?.pattern !== null && (cause?.strength === 'cause' || cause?.strength === 'vague')
  if (cause !== null && isDecisive) return cause.failure
  const unstarted = exitCode === null ? undefined : byCode[exitCode]
  return ending?.failure ?? signal ?? cause?.failure ?? unstarted ?? lastError(events, exitCode)
}

/** SGLang ends all its processes by SIGKILL after an exception in one of them, or a step that takes too long. */
const killsItself =
  /^(?:Received sigquit|SIGQUIT received)|^(?:\w+ )?[Ww]atchdog timeout\b(?!.*soft=True)/

/** The last error, for programs without exceptions; in other output, one of the last lines that names an error. */
function lastError(events: readonly LogEvent[], exitCode: number | null): ServerFailure | null {
  if (exitCode === null || exitCode === 0) return null
  const printed = events.filter(({ kind }) => kind !== 'warning')
  const last =
    printed.findLast(({ text }) => assertion.test(text)) ??
    lastOf(printed.filter(({ text }) => !reportsEnd.test(text))) ??
    (events.at(-1)?.kind === 'error' ? events.at(-1) : lastOf(printed))
  if (last === undefined) return null
  const isRaised = last.kind === 'error' || exceptionName.test(last.text)
  return isRaised ? findingOf({ ...last, kind: 'error' }).failure : unexplained(last)
}

function lastOf(printed: readonly LogEvent[]): LogEvent | undefined {
  return printed.slice(-lastLines).findLast(({ text }) => namesError.test(text))
}

const lastLines = 5
const assertion = /\bAssertion failed: |^failed to load '\S+' version/
const exceptionName = /^[\w.]*(?:Error|Exception)(?:_\w+)?\b/
/** Reports that a model or the server failed, after the lines with the cause. */
const reportsEnd =
  /exiting due to|failed to load (?:all )?models?\b|^(?:main|error): exiting|[Cc]leaning up/
const namesError =
  /^(?!\s).*(?:\berror\b|\bfatal\b|\bfailed\b|\[(?:emerg|crit|alert)\]|\.exceptions\.|cannot|could not|unable to)/i

function causeIn(events: readonly LogEvent[]): FailureEvidence | null {
  const exceptions = events.filter(
    ({ kind, text }) => kind === 'exception' && !reportsEnd.test(text),
  )
  const processes = [...new Set(exceptions.map(({ process }) => process))]
  const raised = processes.flatMap((name) =>
    lastCause(exceptions.filter(({ process }) => process === name)),
  )
  const cause =
    raised.find(({ strength }) => strength === 'cause' || strength === 'vague') ??
    raised.find(({ strength }) => strength === 'consequence')
  const others = events.filter(({ kind }) => kind !== 'exception')
  const isSure = cause?.strength === 'cause' && cause.pattern !== null
  const better =
    cause === undefined || cause.strength === 'consequence'
      ? firstOf(others, isCause)
      : firstOf(
          isSure ? events : others,
          (pattern) => isCause(pattern) && betters(pattern, cause, isSure),
          true,
        )
  return better ?? cause ?? raised[0] ?? firstOf(others, ({ strength }) => strength === 'wrapper')
}

function betters(
  { refines, isPrinted }: FailurePattern,
  cause: FailureEvidence,
  isSure: boolean,
): boolean {
  return isSure ? refines === cause.pattern?.id : isPrinted === true
}

function isCause({ ending, strength }: FailurePattern): boolean {
  return ending === undefined && strength === undefined
}

const strongest: readonly (readonly Strength[])[] = [
  ['cause', 'vague'],
  ['consequence'],
  ['wrapper'],
]

/** Most informative exceptions of a process: from its last chain that is no wrapper. */
function lastCause(exceptions: readonly LogEvent[]): readonly FailureEvidence[] {
  const chains = [...new Set(exceptions.map(({ chain }) => chain))].map((number) =>
    causeOfChain(exceptions.filter(({ chain }) => chain === number)),
  )
  for (const strengths of strongest) {
    const last = chains.findLast(({ strength }) => strengths.includes(strength))
    if (last !== undefined) return [last]
  }
  return []
}

function causeOfChain(exceptions: readonly LogEvent[]): FailureEvidence {
  const findings = exceptions.map((event) => findingOf(event)).reverse()
  const known = (strength: Strength) =>
    findings.find((finding) => finding.pattern !== null && finding.strength === strength)
  const [last] = findings
  if (last === undefined) throw new RangeError('a chain has at least one exception')
  const unknown = findings.find(({ pattern }) => pattern === null)
  return known('cause') ?? known('vague') ?? unknown ?? known('consequence') ?? last
}

function findingOf(event: LogEvent): FailureEvidence {
  return (
    firstOf([event], ({ ending }) => ending === undefined) ?? {
      pattern: null,
      strength: 'cause',
      failure: unexplained(event),
      process: event.process,
    }
  )
}

/** First event that matches such a pattern; plain output matches only patterns with `isPrinted`. */
function firstOf(
  events: readonly LogEvent[],
  isWanted: (pattern: FailurePattern) => boolean,
  isRefining = false,
): FailureEvidence | null {
  const wanted = failurePatterns.filter(isWanted)
  for (const event of events) {
    const fitting = wanted.filter((pattern) => fits(pattern, event, isRefining))
    for (const text of textsOf(event)) {
      for (const pattern of fitting) {
        const match =
          pattern.raisedBy?.test(event.traceback) === false ? null : pattern.pattern.exec(text)
        if (match === null) continue
        const at = text.lastIndexOf('\n', match.index) + 1
        const line = at === 0 ? event.line : (text.slice(at).split('\n', 1)[0]?.trim() ?? '')
        return explained(pattern, match.groups ?? {}, { ...event, line })
      }
    }
  }
  return null
}

/** The first line before all other lines. The first line of pydantic names only the configuration, so it is skipped. */
function textsOf({ text, whole }: LogEvent): readonly string[] {
  return isValidation.test(text) && whole !== text ? [whole.slice(text.length)] : [text, whole]
}

const isValidation = /\bvalidation errors? for /

/** A warning may refine a cause; alone it shows one only if the pattern needs no exception. */
function fits(
  { isPrinted, refines }: FailurePattern,
  { kind }: LogEvent,
  isRefining: boolean,
): boolean {
  if (kind === 'output') return isPrinted === true
  return kind !== 'warning' || (refines !== undefined && (isRefining || isPrinted === true))
}

function explained(
  pattern: FailurePattern,
  groups: Readonly<Record<string, string>>,
  { line, process }: LogEvent,
): FailureEvidence {
  const { id, text, params, remedy, strength = 'cause' } = pattern
  const usual = texts(id, text, { ...groups, ...params?.(groups) })
  const failure = { ...usual, remedy: remedy?.(groups) ?? usual.remedy, line }
  return { pattern, strength, failure, process }
}

function texts(
  id: string,
  text: RemediedId,
  params: Readonly<Record<string, Text | undefined>> = {},
): Omit<ServerFailure, 'line' | 'title'> & { title: Message } {
  const { message: title, remedy } = remediedWith(text, params)
  return { id, title, remedy }
}

const longestTitle = 300

/** The exception's own line as a clause; for pydantic, the line with the problem. */
function unexplained({ text, whole, line, raisedAt, traceback }: LogEvent): ServerFailure {
  const inner = isValidation.test(text)
    ? (/(?:Value|Assertion) error, ([^]*?)(?: \[type=|$)/.exec(whole)?.[1] ?? fieldProblem(whole))
    : undefined
  const title = (inner ?? whole)
    .replace(/:\s*\n/, ': ')
    .split('\n', 1)[0]
    ?.replace(/[.\s]+$/, '')
    .slice(0, longestTitle)
  return {
    id: 'unexplained',
    title: title ?? text,
    remedy: remedyOf(
      (inner ?? whole).replace(/^[\w.]+(?:Error|Exception|Warning): /, ''),
      traceback === '' ? 'launch.unexplainedLine' : 'failures.unexplained.remedy',
    ),
    line: raisedAt ?? line,
  }
}

/** First field that pydantic rejects, and the reason. */
function fieldProblem(whole: string): string | undefined {
  const { field, problem } =
    /\n(?<field>\S.*)\n\s+(?<problem>.*?) \[type=/.exec(whole)?.groups ?? {}
  return field && `${field}: ${problem}`
}

function remedyOf(
  text: string,
  otherwise: 'launch.unexplainedLine' | 'failures.unexplained.remedy',
): Message {
  const advice = adviceIn(text)?.slice(0, longestTitle) ?? null
  return advice === null ? message(otherwise) : message('failures.unexplained.advice', { advice })
}

const signalBase = 128
const killSignal = 9

const bySignal: Readonly<Record<number, Omit<ServerFailure, 'line'>>> = {
  4: texts('illegal-instruction', 'failures.illegalInstruction'),
  6: texts('aborted', 'failures.aborted'),
  7: texts('shared-memory', 'failures.sharedMemory'),
  [killSignal]: texts('killed-outside', 'failures.killed'),
  11: texts('crashed', 'failures.crashed'),
  15: texts('ended-outside', 'failures.terminated'),
}

/** Exit codes of shells, `env` and docker for a program that they could not start. */
const byCode: Readonly<Record<number, ServerFailure>> = {
  126: { ...texts('not-executable', 'failures.notExecutable'), line: exitLine(126) },
  127: { ...texts('no-program', 'failures.noProgram'), line: exitLine(127) },
}

/** Explains an exit code for which the log shows no cause. Null for codes without a meaning. */
function exitFailure(code: number): ServerFailure | null {
  const known = bySignal[code - signalBase]
  return known === undefined ? null : { ...known, line: exitLine(code) }
}

function exitLine(code: number): Message {
  return message('hosts.exitCode', { code })
}

const generic =
  /stack ?trace|traceback|root cause|report (?:this|it|a)|track |an issue|bug|NCCL_DEBUG/i

const advising =
  /^(?:please|consider|try|set|use|install|increase|decrease|reduce|lower|raise|specify|pass|make sure|either|you (?:can|may|should|must|need to)|to (?:fix|avoid|resolve|enable|use))\b|\b(?:please|consider (?:\w+ing)|try (?:\w+ing|to)|must be one of|choose from|chose from|requires? `?--)/i

/** First sentence of an exception's message with an instruction, without its full stop; null if there is none. */
function adviceIn(text: string): string | null {
  const sentences = text.split(/(?<=[.!?;])\s+(?=["'`\w])|\n/)
  const advice = sentences.find(
    (sentence) => advising.test(sentence.trim()) && !generic.test(sentence),
  )
  return advice?.trim().replace(/[.\s]+$/, '') ?? null
}
