// Events of a server's log: exceptions, errors and other output, each with its process. Excludes exceptions that ended
// nothing: in helper threads, logged as warnings, or in a process that continued.
import { type LogOrigin, logOrigin, withTraceback } from '#core/vllm/log/log-origin.ts'

export type LogEvent = Readonly<{
  /** Warnings are kept only if they may explain a later exception. */
  kind: 'exception' | 'error' | 'warning' | 'output'
  process: string
  /** Logged line without colours. */
  line: string
  /** Text without prefixes. */
  text: string
  /** Text with its continuation lines. */
  whole: string
  /** Shared by exceptions that were raised during, or because of, one another. */
  chain: number
  /** Innermost line of the traceback. */
  raisedAt: string | null
  /** Last lines of the traceback. */
  traceback: string
}>

type Traceback = {
  readonly chain: number
  readonly isHarmless: boolean
  /** Source location of the log record that contains it. */
  readonly place: string | null
  raisedAt: string | null
  lines: string[]
  /** Exception of this traceback, after its line was read. */
  event: { -readonly [Key in keyof LogEvent]: LogEvent[Key] } | null
  /** Number of lines that continue the text of the exception. */
  continued: number
}

type ProcessState = {
  traceback: Traceback | null
  /** The last traceback, to which the next may be chained. */
  last: Traceback | null
  /** The next traceback belongs to a helper thread. */
  isHelper: boolean
  isChained: boolean
  /** Index of the last line that shows that the process continues. */
  aliveAt: number
}

const tracebackStart = /(?:^|[:\s])Traceback \(most recent call last\):?$/
const chainLine =
  /^(?:During handling of the above exception|The above exception was the direct cause)/
/** Helper threads, object finalizers, single requests. */
const helperLine =
  /^(?:Exception in thread|Exception ignored (?:in|on)|Exception in callback|Exception in ASGI application|Task exception was never retrieved|Future exception was never retrieved|Unhandled exception in thread|Error in (?:preprocessing|chat|completion|applying)|--- Logging error ---)/
const exceptionOfTraceback = /^[A-Za-z_][\w.]*(?:: .*|:)?$/
const bareException =
  /^(?:\s+what\(\): +|(?:[A-Za-z_][\w.]*\.)?[A-Za-z_]?\w*(?:rror|Exception|Exit|Interrupt|Timeout)(?:_\w+)?(?: ?\([^)]*\))?: )\S/
/** A process prints this when it exits. */
const leavingLine =
  /shut(?:ting)? ?down|terminat|exit|destroy|leaked|clean|finished server process|kill|stopp|cancel|waiting for|abort/i

/** Warnings of libraries that were not loaded, and of NCCL. */
const reasonedWarning = /^Failed to import from vllm\.|^NCCL WARN /

/** Printed by tritonserver, which then lists all its models and ends. */
const failedModel = /^"?(?:failed to load '\S+' version \d+: |Poll failed for model )/

const mostContinued = 12
/** Ray includes the worker's traceback in the message. */
const mostContinuedByRay = 120
const tracebackLines = 12

export function logEvents(lines: readonly string[]): readonly LogEvent[] {
  const found: { event: LogEvent; at: number }[] = []
  const states = new Map<string, ProcessState>()
  let chains = 0
  /** Process whose traceback continues in lines without its own prefix, and the prefix of these lines. */
  let adopting: Readonly<{ process: string; prefix: string }> | null = null

  const origins = lines.flatMap((line) => line.split('\r').flatMap(withTraceback)).map(logOrigin)
  origins.forEach((printed, at) => {
    const before = origins[at - 1]
    const prefix = prefixOf(printed)
    if (adopting?.prefix !== prefix) adopting = null
    if (before !== undefined && tracebackStart.test(before.text) && isFrameOf(before, printed)) {
      adopting = { process: before.process, prefix }
    }
    const origin = { ...printed, process: adopting?.process ?? printed.process }
    const { process, text, level } = origin
    const state = states.get(process) ?? newState()
    states.set(process, state)
    if (level === 'info' && !leavingLine.test(text)) state.aliveAt = at
    if (tracebackStart.test(text)) {
      const isHarmless = state.isHelper || isMild(level) || helperLine.test(text)
      beginTraceback(state, { chain: ++chains, isHarmless, place: origin.place })
    } else if (chainLine.test(text)) {
      state.isChained = true
      state.traceback = null
    } else if (helperLine.test(text)) {
      state.isHelper = true
      state.traceback = null
    } else {
      const raised = continueTraceback(state, origin)
      const event =
        raised === 'continued'
          ? continuedEvent(origin)
          : (raised ?? loneEvent(origin, state, ++chains))
      if (event !== null) found.push({ event, at })
    }
  })
  return found
    .filter(
      ({ event: { kind, process, text }, at }) =>
        failedModel.test(text) ||
        kind === 'output' ||
        kind === 'warning' ||
        (states.get(process)?.aliveAt ?? 0) <= at,
    )
    .map(({ event }) => event)
}

function newState(): ProcessState {
  return { traceback: null, last: null, isHelper: false, isChained: false, aliveAt: -1 }
}

/** Compares equal for lines of one logger, whose numbers and times differ. */
function prefixOf({ process, text, line }: LogOrigin): string {
  return process + line.slice(0, line.length - text.length).replace(/\d+/g, '0')
}

/** Whether the line continues a traceback of which only the first line has the logger's prefix. */
function isFrameOf(start: LogOrigin, { text, process }: LogOrigin): boolean {
  return /^\s+File "/.test(text) && start.process !== process && start.process.startsWith(process)
}

function isMild(level: LogOrigin['level']): boolean {
  return level !== null && level !== 'error'
}

function beginTraceback(
  state: ProcessState,
  { chain, isHarmless, place }: Pick<Traceback, 'chain' | 'isHarmless' | 'place'>,
): void {
  const before = state.isChained ? state.last : null
  const traceback: Traceback = {
    chain: before?.chain ?? chain,
    isHarmless: isHarmless || before?.isHarmless === true,
    ...{ place, raisedAt: null, lines: [], event: null, continued: 0 },
  }
  Object.assign(state, { traceback, last: traceback, isHelper: false, isChained: false })
}

/** Exception of the traceback that the line belongs to; null if there is none. */
function continueTraceback(state: ProcessState, origin: LogOrigin): LogEvent | 'continued' | null {
  const { traceback } = state
  if (traceback === null) return null
  const { text, level, place } = origin
  if (isMild(level) !== isMild(null) || (place ?? traceback.place) !== traceback.place) {
    state.traceback = null
    return null
  }
  const isLone = traceback.lines.length === 0 && !traceback.isHarmless
  const isNext = isLone && bareException.test(text)
  if (traceback.event !== null && (isNext || isElsewhere(traceback.event, origin))) {
    state.traceback = null
    return null
  }
  if (traceback.event !== null) {
    const most = traceback.event.text.includes('RayTaskError') ? mostContinuedByRay : mostContinued
    const isPart = text.trim() !== '' && ++traceback.continued <= most
    if (!isPart) state.traceback = null
    else traceback.event.whole += `\n${text}`
    return 'continued'
  }
  if (/^\s+File "[^"]+", line \d+/.test(text)) traceback.raisedAt = text.trim()
  if (!exceptionOfTraceback.test(text)) {
    traceback.lines.push(text)
    return 'continued'
  }
  const { chain, raisedAt, isHarmless } = traceback
  const last = traceback.lines.slice(-tracebackLines).join('\n')
  const event = { ...eventOf('exception', origin, chain), raisedAt, traceback: last }
  traceback.event = event
  return isHarmless ? 'continued' : event
}

/** Whether the line has a prefix that the exception lacked, or begins a C++ exception. */
function isElsewhere({ line, text }: LogEvent, origin: LogOrigin): boolean {
  const isPrefixed = origin.text !== origin.line
  return (isPrefixed && text === line) || /^terminate called|^\s+what\(\):/.test(origin.text)
}

function loneEvent(origin: LogOrigin, state: ProcessState, chain: number): LogEvent | null {
  const { text, level, place } = origin
  if (reasonedWarning.test(text)) return eventOf('warning', origin, chain)
  if (isMild(level) || text.trim() === '') return null
  if (!bareException.test(text)) {
    return eventOf(level === 'error' ? 'error' : 'output', origin, chain)
  }
  const isHarmless = state.isHelper
  beginTraceback(state, { chain, isHarmless, place })
  const event = eventOf('exception', origin, state.traceback?.chain ?? chain)
  if (state.traceback !== null) state.traceback.event = event
  return isHarmless ? null : event
}

/** Keeps a line without a prefix or indentation, because it may be the output of another program. Null for other lines. */
function continuedEvent(origin: LogOrigin): LogEvent | null {
  const { text, line } = origin
  return text !== line || /^\s/.test(text) ? null : eventOf('output', origin, 0)
}

function eventOf(kind: LogEvent['kind'], origin: LogOrigin, chain: number): LogEvent {
  const { process, line, text } = origin
  return { kind, process, line, text, whole: text, chain, raisedAt: null, traceback: '' }
}
