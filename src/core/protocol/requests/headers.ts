// The headers every request of a run carries. The sender adds the request id.
import { bracketed } from '#core/address/server-address.ts'
import { message, type Message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'

type HeaderOptions = Readonly<{
  /** JSON where not given. */
  contentType?: string
  /** Sent as a bearer token where given. */
  apiKey: string | null
  /** Of the backend. */
  own?: Readonly<Record<string, string>>
  /** `--header` pairs; they win over those above, whatever their case. */
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

// Where requests go: the base URL as given, or one made of host and port.
type ServerAddress = Pick<BenchmarkConfig, 'baseUrl' | 'host' | 'port'>

/** The address as given, without a slash at the end; `serverUrl` and `endpointUrl` say what is below it. */
export function serverBaseUrl({ baseUrl, host, port }: ServerAddress): string {
  return baseUrl === null ? `http://${bracketed(host)}:${port}` : baseUrl.replace(/\/+$/, '')
}

/** Of every server that the load is spread over; most runs have one. */
export function serverBaseUrls({
  otherBaseUrls,
  ...first
}: ServerAddress & Pick<BenchmarkConfig, 'otherBaseUrls'>): readonly string[] {
  const others = otherBaseUrls ?? []
  return [serverBaseUrl(first), ...others.map((url) => url.replace(/\/+$/, ''))]
}

// Which headers a request can carry, and which of them are not the user's to set.

/** A token of RFC 9110. */
const sendableName = /^[!#$%&'*+.^_`|~\w-]+$/
/** Tabs, spaces and visible characters, of one byte each. */
const sendableValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** Set by the client: with another value the server would wait for something else than what is sent. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'expect'])

/** Throws AppError when the header cannot be sent. */
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

/** The value may be a secret: it is not repeated. */
function unsendable(name: string, problem: Message, remedy: Message): AppError {
  const shown = name.replaceAll(/[^\x20-\x7e]/g, '?')
  return new AppError('invalid-input', message('runs.badHeader', { name: shown, problem }), {
    field: 'header',
    remedy,
  })
}
