// The message of a process that ends because of an unexpected error. Node itself would print the error with all its properties,
// which may include a request with its headers.
import { writeSync } from 'node:fs'
import { terminalText } from '#core/base/printable.ts'
import { withoutSecrets } from './known-secrets.ts'

const stderr = 2
const broken = 1
const mostCauses = 5
/** Limit of each text, because a pipe accepts only a few tens of kilobytes at once, and there is no time to wait. */
const mostCharacters = 4000

/** Must run before anything else, in every process and thread that receives secrets. */
export function guardLastWords(say: (words: string) => void = sayOnStderr): void {
  // Excludes environment variables from Node's own report. Reading `process.report` adds 2 ms to every start.
  if (mayReport()) process.report.excludeEnv = true
  process.on('uncaughtException', (error) => {
    say(lastWords(error))
    process.exit(broken)
  })
}

function mayReport(): boolean {
  return [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((each) =>
    each.includes('--report'),
  )
}

/** Messages and stacks of an error, without its other properties. */
export function lastWords(error: unknown): string {
  return causesOf(error).map(wordsOf).join('\nbecause: ')
}

function causesOf(error: unknown): readonly unknown[] {
  const causes = [error]
  for (let last = error; last instanceof Error && last.cause !== undefined; last = last.cause) {
    if (causes.length === mostCauses) break
    causes.push(last.cause)
  }
  return causes
}

function wordsOf(error: unknown): string {
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return withoutSecrets(words).slice(0, mostCharacters)
}

function sayOnStderr(words: string): void {
  writeSync(stderr, terminalText(`${words}\n`))
}
