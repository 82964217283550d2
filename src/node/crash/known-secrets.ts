// The secrets that this process received or has in its environment. External text is searched for them on arrival, because a
// server may repeat any part of a request; so is the report of an unexpected error.
import { isPlain } from '#core/protocol/requests/json-pieces.ts'
import { secretRedactor } from '#core/redaction/secret-pattern.ts'
import { credentialParts, decoded, isSecretName } from '#core/redaction/credential-parts.ts'

/** Such variables may also hold switches. */
const shortestOfVariable = 8

const known = new Set<string>()

type Redactor = Readonly<{ key: string; redact: (text: string) => string }>

let latest: Redactor = { key: '', redact: (text) => text }

export function rememberSecrets(secrets: Iterable<string | null>): void {
  for (const secret of secrets) {
    for (const part of secret === null ? [] : credentialParts(secret)) known.add(part)
  }
}

/** Replaces all known secrets in the text with asterisks. */
export function withoutSecrets(text: string): string {
  return currentRedactor()(text)
}

/** For many values in a row, because it reads the environment once. Null if no secret is known. */
export function knownSecretRedactor(): (<Value>(value: Value) => Value) | null {
  if (known.size === 0 && inEnvironment().length === 0) return null
  const redact = currentRedactor()
  return (value) => mapStrings(value, redact)
}

function currentRedactor(): (text: string) => string {
  const secrets = [...known, ...inEnvironment()]
  const key = secrets.join('\0')
  if (key !== latest.key) latest = { key, redact: secretRedactor(secrets) ?? ((text) => text) }
  return latest.redact
}

function inEnvironment(): readonly string[] {
  return Object.entries(process.env).flatMap(([name, value = '']) => {
    if (/_proxy$/i.test(name)) return proxyCredentials(value)
    if (/_headers$/i.test(name)) return credentialParts(value).filter(isLong)
    return isSecretName(name) ? [value].filter(isLong) : []
  })
}

function isLong(value: string): boolean {
  return value.length >= shortestOfVariable
}

function proxyCredentials(address: string): readonly string[] {
  const { username = '', password = '' } = URL.parse(address) ?? {}
  const parts = [
    decoded(password),
    ...(password === '' ? [] : [decoded(`${username}:${password}`)]),
  ]
  return parts.filter((part) => part.length > 1)
}

/** Redacts every string in a value, keys too. Returns `value` if nothing changed; skips numeric arrays and class instances. */
function mapStrings<Value>(value: Value, change: (text: string) => string): Value
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const changed = items.map((item) => mapStrings(item, change))
    return changed.some((item, place) => item !== items[place]) ? changed : items
  }
  if (!isPlain(value)) return value
  const members = Object.entries(value)
  const changed = members.map(
    ([name, member]) => [change(name), mapStrings(member, change)] as const,
  )
  const isSame = changed.every(
    ([name, member], place) => name === members[place]?.[0] && member === members[place]?.[1],
  )
  return isSame ? value : Object.fromEntries(changed)
}
