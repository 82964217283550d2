// A plain reader of streamed answers to hold the fast one against: all bytes first, then HTTP, lines, events and JSON
// one after the other, by the books and without a thought for speed. Knows only the time each byte was read at.
export type Reading = Readonly<{
  /** When each token event was complete. */
  tokensAtUs: readonly number[]
  firstAtUs: Readonly<Record<'chunk' | 'content' | 'reasoning' | 'toolCall', number | null>>
  text: string
  usage: Readonly<{ promptTokens: number | null; completionTokens: number | null }> | null
  complete: boolean
  fault: 'bad-event' | 'no-token' | 'server-error-event' | null
}>

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

export type TimedByte = Readonly<{ byte: number; atUs: number }>

type Line = Readonly<{ text: string; atUs: number }>
type Message = Readonly<Record<string, unknown>>
type Output = 'content' | 'reasoning' | 'toolCall'

/** What one choice gave, and what of it is kept. */
type Meaning = (choice: Message) => Readonly<{ output: Output | null; text: string }>

export const meanings: Readonly<Record<'completions' | 'chat', Meaning>> = {
  completions: ({ text }) => ({ output: 'content', text: textOf(text) }),
  chat: ({ delta, text }) => {
    // Gateways send the content itself, as a delta or as the text of a completion.
    const plain = [delta, text].find((one) => typeof one === 'string' && one !== '')
    if (plain !== undefined) return chatMeaning({ content: plain })
    return isObject(delta) ? chatMeaning(delta) : { output: null, text: '' }
  },
}

function chatMeaning(delta: Message): ReturnType<Meaning> {
  const content = [delta['content'], delta['refusal']]
  const reasoning = [delta['reasoning_content'], delta['reasoning']]
  const calls = delta['tool_calls']
  const said = (values: unknown[]) => values.some((value) => textOf(value) !== '')
  const silent = (values: unknown[]) => typeof delta['role'] !== 'string' && values.includes('')
  const output: Output | null = said(content)
    ? 'content'
    : said(reasoning)
      ? 'reasoning'
      : Array.isArray(calls) && calls.length > 0
        ? 'toolCall'
        : silent(content)
          ? 'content'
          : silent(reasoning)
            ? 'reasoning'
            : null
  return { output, text: textOf(delta['content']) }
}

export function readPlainly(body: readonly TimedByte[], meaning: Meaning): Reading {
  const reading: Mutable<Reading> & { tokensAtUs: number[] } = {
    tokensAtUs: [],
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    ...{ text: '', usage: null, complete: false, fault: null },
  }
  for (const { text: data, atUs } of eventsOf(linesOf(body))) {
    if (data.trim() === '[DONE]') {
      reading.complete = true
      continue
    }
    if (data.length < 100 && /^(?::.*|ping|heartbeat|keep-?alive)?$/i.test(data.trim())) continue
    const message = unwrapped(parsed(data))
    if (message === null || isError(message)) {
      reading.fault = message === null ? 'bad-event' : 'server-error-event'
      break
    }
    take(message, { reading, meaning, atUs })
  }
  return reading
}

type Taking = Readonly<{
  reading: Mutable<Reading> & { tokensAtUs: number[] }
  meaning: Meaning
  atUs: number
}>

function take(message: Message, { reading, meaning, atUs }: Taking): void {
  const list = message['choices']
  const choices: Message[] = (Array.isArray(list) ? list : [list]).filter(isObject)
  const meant = choices.map(meaning)
  const output = meant.find((each) => each.output !== null)?.output ?? null
  const firsts = { ...reading.firstAtUs }
  if (choices.length > 0) firsts.chunk ??= atUs
  if (output !== null) {
    firsts[output] ??= atUs
    reading.tokensAtUs.push(atUs)
  }
  reading.firstAtUs = firsts
  reading.text += meant.map(({ text }) => text).join('')
  if (choices.some((choice) => typeof choice['finish_reason'] === 'string')) reading.complete = true
  const usage = message['usage']
  if (isObject(usage)) {
    const { prompt_tokens: prompt, completion_tokens: completion } = usage
    // A later message without a count, or with zero, does not take it back.
    const before = reading.usage
    const own = countOf(completion)
    const ofPrompt = countOf(prompt)
    reading.usage = {
      promptTokens: ofPrompt || (before?.promptTokens ?? ofPrompt),
      completionTokens: own || (before?.completionTokens ?? own),
    }
    const isAlone = choices.length === 0 && reading.tokensAtUs.length > 0
    if (isAlone && own) reading.complete = true
  }
}

/** Lines end in LF, CR or CRLF; a line has the time of the byte that ended it. */
function linesOf(body: readonly TimedByte[]): Line[] {
  const lines: Line[] = []
  let bytes: number[] = []
  body.forEach(({ byte, atUs }, i) => {
    const endsCrLf = byte === 10 && body[i - 1]?.byte === 13
    if (endsCrLf) return
    if (byte !== 10 && byte !== 13) {
      bytes.push(byte)
      return
    }
    lines.push({
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes)),
      atUs,
    })
    bytes = []
  })
  return lines
}

/** Data lines up to a blank one, joined; other fields and comments say nothing. */
function eventsOf(lines: readonly Line[]): Line[] {
  const events: Line[] = []
  let data: string[] = []
  for (const { text, atUs } of lines) {
    if (text === '') {
      if (data.length > 0) events.push({ text: data.join('\n'), atUs })
      data = []
      continue
    }
    const colon = text.indexOf(':')
    const [field, value] = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
    if (field.toLowerCase() === 'data') data.push(value.startsWith(' ') ? value.slice(1) : value)
  }
  return events
}

function parsed(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Gateways send the message as the data of another. */
function unwrapped(message: Message | null): Message | null {
  const inner = message?.['data']
  const isWrapped = isObject(inner) && 'choices' in inner && !('choices' in (message ?? {}))
  return isWrapped ? inner : message
}

function isError({ object, error }: Message): boolean {
  return object === 'error' || (error !== undefined && error !== null)
}

function isObject(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function countOf(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : null
}
