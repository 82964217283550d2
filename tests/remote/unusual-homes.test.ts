// Folders and containers of hosts that are set up otherwise than most.
// @module-tag nightly
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { containerFacts } from '#node/remote/launch/preflight.ts'
import { launchesFolder } from '#node/remote/launch/launch-folder.ts'
import { localHost } from '#node/remote/local-host.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PATH = process.env['PATH'] ?? ''
const folderOf = (environment: Readonly<Record<string, string>>) =>
  launchesFolder(localHost({ PATH, ...environment }))

describe('the folder of launches', () => {
  test('is below a home with spaces and quotes', async () => {
    const home = path.join(folder, `it's a "home" $x`)
    expect(await folderOf({ HOME: home })).toBe(`${home}/.local/share/kneepoint/launches`)
  })

  test('is no folder whose name is not a path', async () => {
    for (const place of [`${folder}/a\nb`, 'relative', `${folder}/\u001b[2J`]) {
      await expect(folderOf({ HOME: folder, XDG_DATA_HOME: place })).rejects.toThrow(
        'has no folder for launches',
      )
    }
  })

  test('that cannot be made is reported with its path', async () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    await expect(folderOf({ HOME: file })).rejects.toThrow(file)
  })
})

test('podman under the name of docker is asked as podman', async () => {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  const answers = `case "$*" in
--version) echo 'podman version 4.9.3' ;;
'info --format {{.Store.GraphRoot}}') echo / ;;
info | 'image inspect'*) ;;
*) echo 'Error: template: nil pointer evaluating *define.Version.Version' >&2; exit 125 ;;
esac`
  writeFileSync(path.join(bin, 'docker'), `#!/bin/sh\n${answers}\n`)
  chmodSync(path.join(bin, 'docker'), 0o755)
  const profile = launchProfileSchema.parse({
    name: 'tiny',
    runtime: { kind: 'docker', image: 'vllm/vllm-openai' },
    config: { model: 'm', flags: {} },
  })
  const host = localHost({ PATH: `${bin}:${PATH}`, HOME: folder })
  expect(await containerFacts(host, profile)).toMatchObject({
    problem: null,
    registryProblem: null,
    freeMiB: expect.any(Number) as number,
  })
})
