// Secret parts of an authentication value: the value itself, the text after its scheme, and the content of its base64.
import { base64Bytes } from '../base/base64-bytes.ts'

/** Shorter parts of a value are not searched for separately. */
const shortestPart = 6

const scheme = /^(?:bearer|token|digest|api-?key|key|negotiate|ntlm)\s+(\S.*)$/i

/** `Bearer KEY` has KEY, `Basic BASE64` has user and password, a cookie has its values. */
export function credentialParts(value: string): readonly string[] {
  const whole = value.trim()
  const [, basic] = /^basic\s+([\w+/=-]+)$/i.exec(whole) ?? []
  if (basic !== undefined) return [whole, basic, ...userAndPassword(basic)]
  const [, key = ''] = scheme.exec(whole) ?? []
  const pairs = whole
    .split(/[;,]/)
    .flatMap((pair) => /^\s*[\w.-]{1,64}=(.+)$/.exec(pair)?.[1] ?? [])
  const inner = pairs.flatMap((pair) => [pair, scheme.exec(decoded(pair))?.[1] ?? ''])
  return [whole, ...[key, ...inner].filter((part) => part.length >= shortestPart)]
}

/** Without percent-encoding; unchanged if the encoding is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function userAndPassword(encoded: string): readonly string[] {
  const bytes = [...base64Bytes(encoded.replaceAll('-', '+').replaceAll('_', '/'))]
  const pair = decoded(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  return [pair, passwordOf(pair)].filter((part) => part.length > 1)
}

function passwordOf(pair: string): string {
  return /^[^:]{0,128}:(.+)$/s.exec(pair)?.[1] ?? ''
}

/** Whether the value of a variable or parameter of this name is a secret: `OPENAI_API_KEY`, `access_token`, `sig`. */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !/(path|file|dir|url|id|count|limit|name|sock)s?$/i.test(name)
}

const secretName =
  /(^|[_.-])(api[_-]?key|auth|authorization|cookie|credentials?|key|pass|passphrase|secret|sig|signature|token)($|[_.-])|(key|token|secret|passw(or)?d)$/i
