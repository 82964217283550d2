// The Node that a package fetches where the one at hand is too old is the one a checkout installs.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { z } from 'zod'

const own = createRequire(import.meta.url)
const { packages } = z
  .object({ packages: z.record(z.string(), z.string()) })
  .parse(own('../../bin/find-node.js'))

test('has the versions of package.json', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(text))
  const listed = Object.entries(optionalDependencies).map(([name, version]) => `${name}@${version}`)
  expect(Object.values(packages).toSorted()).toEqual(listed.toSorted())
})
