// Headers of every request in a run. The sender adds the request id.
import { message, type Message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

type HeaderOptions = Readonly<{
  /** JSON by default. */
  contentType?: string
  /** Sent as a bearer token if present. */
  apiKey: string | null
  /** Headers of the backend. */
  own?: Readonly<Record<string, string>>
  /** `--header` pairs; they override the headers above, ignoring case. */
  overrides: Readonly<Record<string, string>>
}>

export function requestHeaders({
  contentType = 'application/json',
  apiKey,
  own = {},
  overrides,
}: HeaderOptions): Record<string, string> {
  const authorization =
    apiKey === null || apiKey === '' ? {} : { Authorization: `Bearer ${apiKey}` }
  const overridden = new Set(Object.keys(overrides).map((name) => name.toLowerCase()))
  const ours = Object.entries({ 'Content-Type': contentType, ...authorization, ...own })
  return {
    ...Object.fromEntries(ours.filter(([name]) => !overridden.has(name.toLowerCase()))),
    ...overrides,
  }
}

/** A token of RFC 9110. */
const sendableName = /^[!#$%&'*+.^_`|~\w-]+$/
/** Tabs, spaces and visible single-byte characters. */
const sendableValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** Headers set by the client; another value would contradict the framing that is sent. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'expect'])

/** Throws AppError if the header cannot be sent. */
export function requireSendable(name: string, value: string): void {
  if (!sendableName.test(name) || !sendableValue.test(value)) {
    throw unsendable(
      name,
      message('runs.headerCharacters'),
      message('runs.headerCharacters.remedy'),
    )
  }
  if (framing.has(name.toLowerCase())) {
    throw unsendable(name, message('runs.headerLength'), message('runs.headerLength.remedy'))
  }
}

/** Does not repeat the value, which may be a secret. */
function unsendable(name: string, problem: Message, remedy: Message): AppError {
  const shown = name.replaceAll(/[^\x20-\x7e]/g, '?')
  return new AppError('invalid-input', message('runs.badHeader', { name: shown, problem }), {
    field: 'header',
    remedy,
  })
}
