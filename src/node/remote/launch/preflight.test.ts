import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readable } from '#core/messages/readable.test-support.ts'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { localHost } from '../local-host.ts'
import { ownCatalogue } from './flag-catalogue.ts'
import { containerFacts, preflight } from './preflight.ts'

test.each([
  ['echo "WARNING: Error loading config file: permission denied" >&2', null],
  ['exit 3', 'docker version failed, or did not end within 20 s'],
  ['echo "Cannot connect" >&2; exit 1', 'Cannot connect'],
])('docker has a problem only if it fails: %s', async (script, problem) => {
  const bin = folderWith('docker', `#!/bin/sh\n${script}\n`)
  const profile = launchProfileSchema.parse({
    name: 'a',
    runtime: { kind: 'docker', image: 'a:1' },
    config: { model: 'm' },
  })
  const facts = await containerFacts(localHost({ PATH: `${bin}:/usr/bin:/bin` }), profile)
  expect(facts?.problem).toBe(problem)
})

test('a script with Windows line endings is not mistaken for a moved environment', async () => {
  const folder = folderWith('vllm', '#!/bin/bash\r\nexec true\r\n')
  const profile = launchProfileSchema.parse({
    name: 'a',
    runtime: { kind: 'program', program: join(folder, 'vllm') },
    config: { model: 'm' },
  })
  const host = localHost({ PATH: '/usr/bin:/bin', HOME: folder })
  const { findings } = await preflight(host, profile, { catalogue: ownCatalogue() })
  const message = String.raw`The program names the interpreter /bin/bash\r, which does not exist on this host.`
  expect(readable(findings)).toContainEqual(expect.objectContaining({ message }))
})

function folderWith(name: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'launch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), script, { mode: 0o755 })
  return folder
}
