// The page of flags and compatibility profiles is what the code says, and leaves no flag of the original out.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { describe, expect, test } from 'vitest'
import { benchServeFlags } from '#core/command-line/bench-serve-flags.ts'
import { unsupportedFlags } from '#core/flags/unsupported-flags.ts'
import { compatibilityPage } from '../../scripts/compatibility/compatibility-page.ts'
import { flagState } from '../../scripts/compatibility/flag-state.ts'
import { knownClients } from '../../scripts/compatibility/known-clients.ts'

const file = fileURLToPath(new URL('../../docs/compatibility.md', import.meta.url))
const page = readFileSync(file, 'utf8')
const clients = knownClients()

describe.each(clients)('a client of $name', ({ flags }) => {
  test('has no flag that is neither done nor refused with a reason', () => {
    expect([...flags].filter((flag) => flagState(flag) === null)).toEqual([])
  })

  test('finds all its flags on the page', () => {
    expect([...flags].filter((flag) => !page.includes(`| \`${flag}\` `))).toEqual([])
  })
})

test('the page is up to date; if not: node scripts/make-compatibility.ts', async () => {
  const style = await resolveConfig(file)
  const written = await format(compatibilityPage(), { ...style, parser: 'markdown' })
  expect(page).toBe(written)
})

test('nothing is said of flags that no client had', () => {
  const known = new Set(clients.flatMap(({ flags }) => [...flags]))
  const named = benchServeFlags.flatMap(({ flag, difference, formerNames = [] }) => [
    ...(difference === undefined ? [] : [flag]),
    ...formerNames,
  ])
  expect([...named, ...unsupportedFlags.keys()].filter((flag) => !known.has(flag))).toEqual([])
})
