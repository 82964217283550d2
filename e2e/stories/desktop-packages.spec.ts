// Packages of the desktop program, built by electron-builder: their fuses, and a Debian package from its installation in
// a clean root to its removal.
import { existsSync, globSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import {
  inRoot,
  installInCleanRoot,
  missingForCleanRoot,
  startInRoot,
} from '../desktop/clean-root.ts'
import { findFirstKnee } from '../desktop/first-knee.ts'
import { buildPackages } from '../desktop/packages.ts'
import { expect, test } from '../fixtures.ts'
import { exitOf } from '../../scripts/tool.ts'

/** Names as the D-Bus protocol spells them. */
const [disabled, enabled] = ['0', '1'].map((state) => state.charCodeAt(0))

test(
  'a Debian package has its fuses set, is installed in a clean root, finds a knee, and is removed',
  { tag: ['@desktop-only', '@desktop-nightly'] },
  async ({ folder, surroundings }) => {
    const missing = missingForCleanRoot()
    test.skip(missing !== null, missing ?? '')
    // A clean root is downloaded.
    test.setTimeout(1_200_000)
    const [packageFile = ''] = await buildPackages(folder, ['deb'])

    const fuses = await getCurrentFuseWire(path.join(folder, 'linux-unpacked/kneepoint'))
    expect(fuses).toMatchObject({
      [FuseV1Options.RunAsNode]: disabled,
      [FuseV1Options.EnableCookieEncryption]: enabled,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: disabled,
      [FuseV1Options.EnableNodeCliInspectArguments]: disabled,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: enabled,
      [FuseV1Options.OnlyLoadAppFromAsar]: enabled,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: disabled,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: disabled,
    })

    const root = path.join(folder, 'root')
    mkdirSync(root)
    installInCleanRoot(root, packageFile)
    const { display } = await surroundings()
    const { devTools, program } = await startInRoot(root, {
      display,
      command: ['kneepoint', '--disable-gpu', '--remote-debugging-port=0'],
    })
    await findFirstKnee(devTools)
    program.kill()
    expect(await exitOf(program)).toBe(0)

    inRoot(root, ['dpkg', '--remove', 'kneepoint'])
    expect(globSync(['opt/Kneepoint/**', 'usr/bin/kneepoint'], { cwd: root })).toEqual([])
    expect(existsSync(path.join(root, 'tmp/home/.local/share/kneepoint'))).toBe(true)
  },
)
