import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { localHost } from '../local-host.ts'
import { containerFacts } from './preflight.ts'

test.each([
  ['echo "WARNING: Error loading config file: permission denied" >&2', null],
  ['exit 3', 'docker version failed, or did not end within 20 s'],
  ['echo "Cannot connect" >&2; exit 1', 'Cannot connect'],
])('docker has a problem only if it fails: %s', async (script, problem) => {
  const bin = mkdtempSync(join(tmpdir(), 'docker-'))
  onTestFinished(() => rmSync(bin, { recursive: true }))
  writeFileSync(join(bin, 'docker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const profile = launchProfileSchema.parse({
    name: 'a',
    runtime: { kind: 'docker', image: 'a:1' },
    config: { model: 'm' },
  })
  const facts = await containerFacts(localHost({ PATH: `${bin}:/usr/bin:/bin` }), profile)
  expect(facts?.problem).toBe(problem)
})
