// `npm run release [-- npm wheel file image …]`: builds what is published into release/, with checksums and a bill of materials.
// Without names, all of it; `wheel` and `file` are those of this platform.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { buildIfStale } from './build-if-stale.ts'
import { makeBillOfMaterials } from './release/bill-of-materials.ts'
import { writeChecksums } from './release/checksums.ts'
import { makeImageFolder } from './release/image.ts'
import { makeFiles, makeOwnFile } from './release/one-file.ts'
import { makeNpmPackage } from './release/npm-package.ts'
import { signChecksums } from './release/signature.ts'
import { makeOwnWheel, makeWheels } from './release/wheel.ts'
import { inRepository } from './repository.ts'

const artifacts = {
  npm: makeNpmPackage,
  wheel: makeOwnWheel,
  wheels: makeWheels,
  file: makeOwnFile,
  files: makeFiles,
  image: makeImageFolder,
  sbom: makeBillOfMaterials,
} as const

const published = ['npm', 'wheels', 'files', 'image', 'sbom']

type Artifact = keyof typeof artifacts

process.exitCode = await release(process.argv.slice(3))

async function release(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !(name in artifacts))
  if (unknown !== undefined) {
    console.error(`There is no artifact "${unknown}": ${Object.keys(artifacts).join(', ')}.`)
    return 2
  }
  const code = await buildIfStale()
  if (code !== 0) return code
  const folder = inRepository('release')
  await mkdir(folder, { recursive: true })
  const asked = names.length === 0 ? published : names
  const wanted = Object.keys(artifacts).filter((name): name is Artifact => asked.includes(name))
  for (const name of wanted) {
    console.log(`Building ${name} …`)
    const file = await artifacts[name](folder)
    console.log(`  ${path.relative(inRepository(), file)}`)
  }
  await writeChecksums(folder)
  const { KNEEPOINT_SIGNING_KEY: keyFile } = process.env
  if (keyFile !== undefined) await signChecksums(folder, keyFile)
  else console.log('Not signed: set KNEEPOINT_SIGNING_KEY to the file of an Ed25519 key.')
  return 0
}
