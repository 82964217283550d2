// What packages of ours contain: each part of it is audited, and each has its licence in the notices.
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { writeChecksums } from '../../scripts/release/checksums.ts'
import { signChecksums, verifyRelease } from '../../scripts/release/signature.ts'
import { shippedAdvisories } from '../../scripts/shipped/advisories.ts'
import { packagesOf, shippedPackages } from '../../scripts/shipped/bundled-packages.ts'
import { licenceTemplate } from '../../scripts/shipped/licence-templates.ts'
import { licenceName, noticesText } from '../../scripts/shipped/notices.ts'
import { inRepository } from '../../scripts/repository.ts'

const isBuilt = process.env['KNEEPOINT_TESTED'] === 'built'

test('files of packages are counted to the innermost package, ours and the bundler’s to none', () => {
  const files = [
    inRepository('node_modules/zod/v4/core.js'),
    inRepository('node_modules/@orpc/server/dist/index.mjs'),
    inRepository('src/core/model/app-error.ts'),
    '\0rolldown/runtime.js',
  ]
  expect(packagesOf(files)).toMatchObject([
    { name: '@orpc/server', folder: 'node_modules/@orpc/server' },
    { name: 'zod', folder: 'node_modules/zod' },
  ])
})

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })),
})

test.runIf(isBuilt)('most of what is shipped would be left out by --omit=dev', () => {
  const lock = lockSchema.parse(JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')))
  const shipped = shippedPackages()
  const names = shipped.map(({ name }) => name)
  for (const name of [
    'undici',
    'ws',
    'zod',
    '@vue/runtime-core',
    'echarts',
    '@fontsource-variable/inter',
  ]) {
    expect(names).toContain(name)
  }
  expect(names).toContain('electron')
  expect(names).not.toContain('vitest')
  expect(names).not.toContain('eslint')
  const isDev = shipped.map(({ folder }) => lock.packages[folder]?.dev)
  expect(isDev).not.toContain(undefined)
  expect(isDev.filter(Boolean).length).toBeGreaterThan(shipped.length / 2)
})

test.runIf(isBuilt)('the notices name every shipped package with the text of its licence', () => {
  const notices = readFileSync(inRepository('out/THIRD-PARTY-NOTICES.txt'), 'utf8')
  for (const { name, version, folder } of shippedPackages()) {
    if (name === 'electron') continue
    expect(licenceName(folder)).toMatch(/MIT|Apache-2\.0|ISC|BSD|OFL|Unlicense|0BSD|CC0|BlueOak/)
    expect(notices).toContain(`${name} ${version} (${licenceName(folder)})`)
  }
  expect(notices).toContain('SIL OPEN FONT LICENSE')
  expect(notices).toContain('Apache License')
  expect(notices).toContain('Permission is hereby granted')
})

test('a package without a copy of its licence gets the text that its manifest names', () => {
  const [zod] = packagesOf([inRepository('node_modules/zod/index.js')])
  if (zod === undefined) throw new Error('zod is not installed.')
  expect(noticesText([zod])).toMatch(/zod \S+ \(MIT\)\n\nMIT License\n\nCopyright/)
  expect(licenceTemplate('ISC', 'Ada')).toContain('Copyright (c) Ada')
  expect(() => licenceTemplate('GPL-3.0', 'Ada')).toThrow('no text is known')
})

test('an advisory counts if the package is shipped, whatever kind of dependency it is', () => {
  const advisory = { title: 'Reads too much', url: 'https://advisories.example/1' }
  const of = (name: string, severity: string) => ({
    ...{ name, severity, range: '<9', nodes: [`node_modules/${name}`], via: [advisory, 'other'] },
  })
  const vulnerabilities = {
    undici: of('undici', 'high'),
    vitest: of('vitest', 'critical'),
    ws: of('ws', 'low'),
  }
  const shipped = [{ folder: 'node_modules/undici' }, { folder: 'node_modules/ws' }]
  expect(shippedAdvisories({ vulnerabilities }, shipped)).toEqual([
    'high: undici <9: Reads too much (https://advisories.example/1); through other',
  ])
})

test('a release is signed, and openssl and we find every change', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const release = path.join(folder, 'release')
  execFileSync('mkdir', [release])
  writeFileSync(path.join(release, 'kneepoint-1.2.3.tgz'), 'a package')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyFile = path.join(folder, 'key.pem')
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await writeChecksums(release)
  await signChecksums(release, keyFile)
  // Written again, the list contains neither itself nor its signature.
  await writeChecksums(release)
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(await verifyRelease(release, pem)).toBe(1)
  const verifying = [
    ...['pkeyutl', '-verify', '-pubin', '-inkey', 'release-key.pem', '-rawin'],
    ...['-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig'],
  ]
  expect(execFileSync('openssl', verifying, { cwd: release }).toString()).toContain('Success')
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
  await expect(verifyRelease(release, other.toString())).rejects.toThrow('not signed')
  appendFileSync(path.join(release, 'kneepoint-1.2.3.tgz'), '!')
  await expect(verifyRelease(release, pem)).rejects.toThrow('another checksum')
  appendFileSync(path.join(release, 'SHA256SUMS'), `${'0'.repeat(64)}  more\n`)
  await expect(verifyRelease(release, pem)).rejects.toThrow('not signed')
})
