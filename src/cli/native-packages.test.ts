import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withPackageNamed } from './invoke.ts'

function thrownBy(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return null
}

/** As Node's loader of modules says it. */
function missing(name: string): Error {
  return Object.assign(new Error(`Cannot find package '${name}' imported from /app/main.js`), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
}

/** As Node's loader of CommonJS modules says it, from a folder that has no packages. */
function missingFromBundle(name: string): unknown {
  return thrownBy(() => createRequire('/nowhere/main.cjs')(name))
}

test.each([
  { loader: 'modules', error: missing('better-sqlite3') },
  { loader: 'CommonJS modules', error: missingFromBundle('better-sqlite3') },
])(
  'the loader of $loader misses a native package: it is named, with the command that installs it',
  ({ error }) => {
    expect(withPackageNamed(error)).toMatchObject({
      message: 'This command needs the package better-sqlite3, which is not installed.',
      remedy:
        'Install Kneepoint again without --omit=optional, or run "npm install better-sqlite3" beside it.',
    })
  },
)

test('a native package that this machine cannot load is named, with the reason', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-'))
  const file = path.join(folder, 'tokenizers.node')
  writeFileSync(file, 'no library')
  const error = thrownBy(() => createRequire(import.meta.url)(file))
  rmSync(folder, { recursive: true })
  expect(() => {
    throw withPackageNamed(error)
  }).toThrow(/^The package tokenizers cannot be loaded on this machine: ./)
})

test('any other error is passed on as it is', () => {
  const error = missing('left-pad')
  expect(withPackageNamed(error)).toBe(error)
})
