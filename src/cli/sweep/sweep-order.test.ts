import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { paramsOf } from './sweep-order.ts'

const flags = [{ 'max-num-seqs': 8 }]

function paramsIn(contents: string | Buffer) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-params-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const serveParams = path.join(folder, 'params.json')
  writeFileSync(serveParams, contents)
  return paramsOf({ serveParams, benchParams: null, linkVars: null })
}

test.each<[what: string, contents: string | Buffer]>([
  ['JSON', JSON.stringify(flags)],
  ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(flags)}`, 'utf16le')],
  ['a comma at the end', '[{"max-num-seqs": 8},]'],
  ['a Python list', "[{'max-num-seqs': 8}]"],
  ['YAML', '- max-num-seqs: 8\n'],
])('parameters are read from %s', async (_, contents) => {
  expect(await paramsIn(contents)).toEqual(await paramsIn(JSON.stringify(flags)))
})

test.each([
  ['', 'it is empty'],
  ['{"max-num-seqs": 8}\n{"max-num-seqs": 9}', 'at line 2, column 1'],
  ['// eight\n[{"max-num-seqs": 8}]', 'at line'],
])('%j is refused with its fault and an example', async (contents, fault) => {
  const refused = paramsIn(contents)
  await expect(refused).rejects.toThrow(fault)
  await expect(refused).rejects.toThrow('params.json: ')
  await expect(refused).rejects.toMatchObject({
    remedy: expect.stringContaining('docs/') as string,
  })
})
