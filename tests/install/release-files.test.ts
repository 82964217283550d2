// What a release says about itself: its bill of materials, and the checksums of its files.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeBillOfMaterials } from '../../scripts/release/bill-of-materials.ts'
import { writeChecksums } from '../../scripts/release/checksums.ts'
import { inRepository, repositoryFolder } from '../../scripts/repository.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-release-'))
afterAll(() => rmSync(folder, { recursive: true }))

const componentSchema = z.object({
  name: z.string(),
  version: z.string(),
  licenses: z.array(
    z.union([
      z.object({
        license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]),
      }),
      z.object({ expression: z.string() }),
    ]),
  ),
})

const billSchema = z.object({
  specVersion: z.string(),
  metadata: z.object({ component: componentSchema }),
  components: z.array(componentSchema),
})

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), dev: z.boolean().default(false) }),
  ),
})

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

describe('the bill of materials', () => {
  let bill: unknown
  beforeAll(async () => {
    bill = readJson(await makeBillOfMaterials(folder))
  }, 120_000)

  test('is valid by the schema of CycloneDX', () => {
    const require = createRequire(import.meta.url)
    const library = path.dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json'))
    const schema = (name: string) => {
      const file = path.join(library, `res/schema/${name}.SNAPSHOT.schema.json`)
      return z.record(z.string(), z.unknown()).parse(readJson(file))
    }
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
    for (const name of ['spdx', 'jsf-0.82']) {
      ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
    }
    const validate = ajv.compile(schema(`bom-${billSchema.parse(bill).specVersion}`))
    validate(bill)
    expect(validate.errors ?? []).toEqual([])
    validate({ ...z.looseObject({}).parse(bill), components: [{ name: 'nameless type' }] })
    expect(validate.errors).not.toEqual([])
  })

  test('is about Kneepoint', () => {
    const { name, version } = z
      .object({ name: z.string(), version: z.string() })
      .parse(readJson(inRepository('package.json')))
    expect(billSchema.parse(bill).metadata.component).toMatchObject({
      ...{ name, version },
      licenses: [{ license: { id: 'Apache-2.0' } }],
    })
  })

  test('has every package that is shipped or bundled, with the version locked and a license', () => {
    const { packages } = lockSchema.parse(readJson(inRepository('package-lock.json')))
    const shipped = Object.entries(packages)
      .filter(([place, { dev }]) => place !== '' && !dev)
      .map(([place]) => place.replace(/^.*node_modules\//, ''))
    const wanted = [...new Set([...shipped, ...importedBySources()])].toSorted()
    expect(wanted).toEqual(
      expect.arrayContaining(['better-sqlite3', 'zod', 'vue', 'echarts', 'ssh2', 'ws']),
    )
    const { components } = billSchema.parse(bill)
    const listed = new Map(components.map((component) => [component.name, component]))
    const faults = wanted.filter((name) => {
      const found = listed.get(name)
      return (
        found === undefined ||
        found.licenses.length === 0 ||
        !components.some(
          (each) =>
            each.name === name && each.version === packages[`node_modules/${name}`]?.version,
        )
      )
    })
    expect(faults).toEqual([])
  })
})

/** Packages that code which is built imports. */
function importedBySources(): string[] {
  const files = globSync('src/**/*.{ts,vue}', {
    cwd: repositoryFolder,
    exclude: (name) => name.includes('.test'),
  })
  return files.flatMap((file) => {
    const text = readFileSync(inRepository(file), 'utf8')
    const imports = text.matchAll(
      /^(?:import(?: [^'\n]* from)?|export [^'\n]* from|} from) '(@?\w[\w./-]*)'$/gm,
    )
    return [...imports].flatMap(([, specifier = '']) => {
      if (isBuiltin(specifier) || specifier === 'electron') return []
      const parts = specifier.split('/')
      return [parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')]
    })
  })
}

const hasTool = spawnSync('sha256sum', ['--version']).status === 0

test.skipIf(!hasTool)(
  'sha256sum checks the files of a release, and finds a changed one',
  async () => {
    const release = mkdtempSync(path.join(folder, 'sums-'))
    writeFileSync(path.join(release, 'kneepoint-1.2.3.tgz'), 'an archive')
    writeFileSync(path.join(release, 'kneepoint-1.2.3.cdx.json'), '{}')
    await writeChecksums(release)
    // A second release into the same folder.
    await writeChecksums(release)
    const check = () =>
      spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
        ...{ cwd: release, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
      })
    expect(check()).toMatchObject({
      status: 0,
      stdout: 'kneepoint-1.2.3.cdx.json: OK\nkneepoint-1.2.3.tgz: OK\n',
    })
    writeFileSync(path.join(release, 'kneepoint-1.2.3.tgz'), 'another')
    expect(check()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('kneepoint-1.2.3.tgz: FAILED') as string,
    })
  },
)
