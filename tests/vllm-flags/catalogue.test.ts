// The catalogue that ships with the program is whole and of its shape.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flagCatalogueSchema, indexFlags, powerCapName } from '#core/vllm/flag-index.ts'
import { valueFindings } from '#core/vllm/launch/value-findings.ts'

const file = new URL('../../resources/vllm-serve-flags.json', import.meta.url)
const catalogue = flagCatalogueSchema.parse(JSON.parse(readFileSync(file, 'utf8')))

test('names are unique, and each flag that is tuned is there', () => {
  const { flags, byName } = { flags: catalogue.flags, byName: indexFlags(catalogue.flags).byName }
  // The cap of power is ours, beside the flags of vLLM.
  expect([...byName.keys()].toSorted()).toEqual(
    [...flags.map(({ name }) => name), powerCapName].toSorted(),
  )
  expect(flags.length).toBeGreaterThan(280)
  expect(flags.filter(({ isCommon }) => isCommon).length).toBe(45)
})

test('every default is a value its own flag accepts', () => {
  const flagIndex = indexFlags(catalogue.flags)
  const surroundings = {
    gpus: null,
    model: null,
    flagIndex,
    version: null,
    sampledVersions: catalogue.versions,
  }
  const flags = Object.fromEntries(
    catalogue.flags.flatMap(({ name, default: value, secretVariable }) =>
      value === null || value === '' || secretVariable !== undefined
        ? []
        : [[name, value as string]],
    ),
  )
  expect(valueFindings({ config: { model: 'm', flags, rawArguments: [] }, surroundings })).toEqual(
    [],
  )
})
