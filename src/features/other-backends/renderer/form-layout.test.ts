import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { formSections } from '#renderer/components/bench/form-layout.ts'

test.each([
  ['tgi', ['ignoreEos'], ['temperature', 'topK', 'loraModules', 'servedModelName']],
  ['tensorrt-llm', ['ignoreEos', 'model'], ['temperature', 'loraModules']],
  ['deepspeed-mii', ['servedModelName'], ['temperature', 'ignoreEos']],
] as const)('shows the fields of %s only', (backend, shown, hidden) => {
  const config = { ...defaultBenchmarkConfig, backend }
  const fields = formSections(config, { keep: new Set(), omit: [] }).flatMap((section) =>
    [...section.fields, ...section.more].map(({ field }) => field),
  )
  expect(fields).toEqual(expect.arrayContaining([...shown]))
  expect(hidden.filter((field) => fields.includes(field))).toEqual([])
})
