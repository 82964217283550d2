import { expect, test } from 'vitest'
import { containerFactsIn } from './host-report.ts'

const sections = (reported: Readonly<Record<string, string>>) =>
  Object.entries(reported)
    .map(([name, text]) => `\n@@kneepoint ${name}\n${text}\n`)
    .join('')

const layers = (...sizes: number[]) => ({ layers: sizes.map((size) => ({ size })) })

test('an image that is there', () => {
  const reported = { problem: '', image: 'sha256:c966', architecture: 'amd64', gpus: 'nvidia' }
  expect(containerFactsIn(sections({ ...reported, disk: '61000' }))).toEqual({
    problem: null,
    isImageThere: true,
    registryProblem: null,
    downloadMiB: null,
    freeMiB: 61_000,
    canGiveGpus: true,
  })
})

test('an image that has to be pulled, for this processor of several', () => {
  const manifest = JSON.stringify([
    { Descriptor: { platform: { architecture: 'arm64' } }, OCIManifest: layers(7 * 1024 ** 2) },
    {
      Descriptor: { platform: { architecture: 'amd64' } },
      SchemaV2Manifest: layers(2 * 1024 ** 2, 3 * 1024 ** 2),
    },
  ])
  const facts = containerFactsIn(sections({ image: '', architecture: 'amd64', manifest }))
  expect(facts).toMatchObject({ isImageThere: false, downloadMiB: 5, canGiveGpus: false })
})

test('one manifest alone, and none that can be read', () => {
  const manifest = JSON.stringify({ SchemaV2Manifest: layers(1024 ** 2) })
  expect(containerFactsIn(sections({ manifest })).downloadMiB).toBe(1)
  expect(containerFactsIn(sections({ manifest: 'null' })).downloadMiB).toBeNull()
  expect(containerFactsIn(sections({ manifest: 'no JSON' })).downloadMiB).toBeNull()
})

test('docker that cannot be used says why, and so does a registry', () => {
  const problem = 'Cannot connect to the Docker daemon'
  expect(containerFactsIn(sections({ problem }))).toMatchObject({ problem, freeMiB: null })
  const facts = containerFactsIn(sections({ problem: '', refusal: 'manifest unknown' }))
  expect(facts).toMatchObject({ problem: null, registryProblem: 'manifest unknown' })
})
