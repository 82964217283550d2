// The secrets this process received, so that the report of an unforeseen error repeats none of them.
import { hiddenValue } from '#core/report/presentable.ts'

/** Anything shorter is part of ordinary words, and guards nothing. */
const shortest = 4
/** Variables hold switches as well. */
const shortestOfVariable = 8
const secretVariable = /key|token|secret|passw|credential/i

const known = new Set<string>()

export function rememberSecrets(secrets: Iterable<string | null>): void {
  for (const secret of secrets) {
    if (secret !== null && secret.length >= shortest) known.add(secret)
  }
}

/** The same words with stars for all of them, the longest first: one may be part of another. */
export function withoutSecrets(text: string): string {
  const secrets = [...known, ...inEnvironment()].flatMap(spellings)
  return secrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((said, secret) => said.replaceAll(secret, hiddenValue), text)
}

function inEnvironment(): readonly string[] {
  return Object.entries(process.env).flatMap(([name, value = '']) =>
    secretVariable.test(name) && value.length >= shortestOfVariable ? [value] : [],
  )
}

/** As it is written in JSON and in an address. */
function spellings(secret: string): readonly string[] {
  const inAddress = new URLSearchParams({ '': secret }).toString().slice(1)
  return [secret, JSON.stringify(secret).slice(1, -1), inAddress]
}
