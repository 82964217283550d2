// A server's log as events: exceptions, errors and other output, each with the process that printed it. Exceptions that
// ended nothing are left out: of helper threads, logged as warnings, or after which their process went on.
import { type LogOrigin, logOrigin, withTraceback } from '#core/vllm/log/log-origin.ts'

export type LogEvent = Readonly<{
  kind: 'exception' | 'error' | 'output'
  process: string
  /** As it was logged, without colours. */
  line: string
  /** Without prefixes. */
  text: string
  /** With the lines that continue it. */
  whole: string
  /** Exceptions that were raised during, or because of, one another share it. */
  chain: number
  /** The innermost line of a traceback. */
  raisedAt: string | null
  /** The last lines of the traceback. */
  traceback: string
}>

type Traceback = {
  readonly chain: number
  readonly isHarmless: boolean
  /** Where the record was logged that it belongs to. */
  readonly place: string | null
  raisedAt: string | null
  lines: string[]
  /** Its exception, once its line came. */
  event: { -readonly [Key in keyof LogEvent]: LogEvent[Key] } | null
  /** Lines that continue the exception's. */
  continued: number
}

type ProcessState = {
  traceback: Traceback | null
  /** The last one, which the next may be chained to. */
  last: Traceback | null
  /** The next traceback is that of a helper. */
  isHelper: boolean
  isChained: boolean
  /** Index of the last line that shows that the process goes on. */
  aliveAt: number
}

const tracebackStart = /(?:^|[:\s])Traceback \(most recent call last\):?$/
const chainLine =
  /^(?:During handling of the above exception|The above exception was the direct cause)/
/** Threads that only help, objects that are thrown away, single requests. */
const helperLine =
  /^(?:Exception in thread|Exception ignored (?:in|on)|Exception in callback|Exception in ASGI application|Task exception was never retrieved|Future exception was never retrieved|Unhandled exception in thread|Error in (?:preprocessing|chat|completion|applying)|--- Logging error ---)/
const exceptionOfTraceback = /^[A-Za-z_][\w.]*(?:: .*|:)?$/
const bareException =
  /^(?:\s+what\(\): +|(?:[A-Za-z_][\w.]*\.)?[A-Za-z_]?\w*(?:rror|Exception|Exit|Interrupt|Timeout)(?: ?\([^)]*\))?: )\S/
/** A process prints this on its way out. */
const leavingLine =
  /shut(?:ting)? ?down|terminat|exit|destroy|leaked|clean|finished server process|kill|stopp|cancel|waiting for|abort/i

const mostContinued = 12
/** Ray puts the traceback of a worker into the message. */
const mostContinuedByRay = 120
const tracebackLines = 12

export function logEvents(lines: readonly string[]): readonly LogEvent[] {
  const found: { event: LogEvent; at: number }[] = []
  const states = new Map<string, ProcessState>()
  let chains = 0
  /** The process whose traceback goes on in lines without its prefix. */
  let adopting: string | null = null

  const origins = lines.flatMap((line) => line.split('\r').flatMap(withTraceback)).map(logOrigin)
  origins.forEach((printed, at) => {
    adopting = printed.text === printed.line ? adopting : null
    const before = origins[at - 1]
    if (isRawFrame(printed) && before !== undefined && tracebackStart.test(before.text)) {
      adopting = before.process
    }
    const origin = adopting === null ? printed : { ...printed, process: adopting }
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
      ({ event, at }) => event.kind === 'output' || (states.get(event.process)?.aliveAt ?? 0) <= at,
    )
    .map(({ event }) => event)
}

function newState(): ProcessState {
  return { traceback: null, last: null, isHelper: false, isChained: false, aliveAt: -1 }
}

function isRawFrame({ text, line }: LogOrigin): boolean {
  return text === line && /^\s+File "/.test(text)
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

/** The exception that the line is of a traceback; null if it belongs to none. */
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

/** Whether the line has a prefix and the exception had none, or it begins an exception of C++. */
function isElsewhere({ line, text }: LogEvent, origin: LogOrigin): boolean {
  const isPrefixed = origin.text !== origin.line
  return (isPrefixed && text === line) || /^terminate called|^\s+what\(\):/.test(origin.text)
}

function loneEvent(origin: LogOrigin, state: ProcessState, chain: number): LogEvent | null {
  const { text, level, place } = origin
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

/** Without a prefix it may be of another program, whose output came in between. */
function continuedEvent(origin: LogOrigin): LogEvent | null {
  const { text, line } = origin
  return text !== line || /^\s/.test(text) ? null : eventOf('output', origin, 0)
}

function eventOf(kind: LogEvent['kind'], origin: LogOrigin, chain: number): LogEvent {
  const { process, line, text } = origin
  return { kind, process, line, text, whole: text, chain, raisedAt: null, traceback: '' }
}
