// What may run while our dependencies are installed: nothing, and docs/security.md names whatever would.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().default(false) })),
})

test('every package with a script for its installation is listed, and none of them runs', () => {
  const { packages } = lockSchema.parse(JSON.parse(text('package-lock.json')))
  const withScript = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)
  const [, dependencies = ''] = text('docs/security.md').split('\n## Dependencies\n')
  const listed = [...dependencies.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(
    withScript.map((name) => name.replace(/^.*node_modules\//, '')).toSorted(),
  )
  expect(text('.npmrc')).toMatch(/^ignore-scripts *= *true$/m)
})
