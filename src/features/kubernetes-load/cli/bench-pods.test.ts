// `bench serve --on kubernetes:` as far as no cluster is needed: what it would create.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { runCli } from '#cli/run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-pods-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KUBECONFIG = path.join(folder, 'config')
writeFileSync(
  KUBECONFIG,
  JSON.stringify({
    clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:9' } }],
    users: [{ name: 'u', user: { token: 'secret-token' } }],
    contexts: [{ name: 'lab', context: { cluster: 'a', user: 'u', namespace: 'bench' } }],
  }),
)

function dryRun(...more: readonly string[]) {
  const target = ['--base-url', 'http://10.0.0.7:8000', '--on', 'kubernetes:lab']
  const words = [...target, '--load-image', 'kneepoint:1', ...more, '--dry-run']
  return runCli(['bench', 'serve', ...words], { env: { KUBECONFIG } })
}

const volumeSchema = z.looseObject({ name: z.string() })
const listSchema = z.object({
  kind: z.literal('List'),
  items: z.array(
    z.looseObject({
      kind: z.string(),
      metadata: z.looseObject({ name: z.string(), namespace: z.literal('bench') }),
      spec: z
        .looseObject({
          template: z.looseObject({ spec: z.looseObject({ volumes: z.array(volumeSchema) }) }),
        })
        .optional(),
    }),
  ),
})

test.each([
  ['auto', ['ConfigMap', 'Job'], ['files', 'generator']],
  ['configmap', ['ConfigMap', 'Job'], ['files', 'generator']],
  ['image', ['Job'], ['files']],
  ['copy', ['Job'], ['files']],
])('a dry run with --load-generator %s prints %j', async (way, kinds, volumes) => {
  const { code, output } = await dryRun('--load-generator', way)
  const { items } = listSchema.parse(JSON.parse(output.slice(output.indexOf('{\n'))))
  expect(items.map(({ kind }) => kind)).toEqual(kinds)
  expect(items.at(-1)?.spec?.template.spec.volumes.map(({ name }) => name)).toEqual(volumes)
  expect(output).not.toContain('secret-token')
  expect(code).toBe(0)
})

test('another way is refused with those that there are', async () => {
  const { code, notes } = await dryRun('--load-generator', 'pull')
  expect(notes).toMatch(/--load-generator.*auto.*image.*configmap.*copy/s)
  expect(code).not.toBe(0)
})
