// A passphrase that the desktop program may keep: encrypted where the system has a keyring, not at all where it has none.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { missingOnBus, SessionBus } from '../desktop/session-bus.ts'
import { expect, test } from '../fixtures.ts'
import { beginHost, finishHost } from '../pages/hosts-page.ts'
import { goTo } from '../pages/shell.ts'
import { startElectron } from '../transports/electron.ts'
import { makeKey, missingDaemon, startSshDaemon } from '../../tests/remote/ssh-daemon.ts'

const tag = ['@desktop-only', '@desktop-nightly']
const passphrase = 'open sesame'

test.skip(missingDaemon !== null, missingDaemon ?? '')

test(
  'without a keyring, a passphrase is not kept, and the window says so',
  { tag },
  async ({ folder, window }) => {
    const daemon = await addHost(window, folder)
    try {
      const dialog = await unlock(window)
      await expect(dialog.getByText('Not saved; the next connection prompts again.')).toBeVisible()
      await dialog.getByLabel(/^Passphrase of/).fill(passphrase)
      await window.keyboard.press('Enter')
      await expect(window.getByRole('button', { name: 'Disconnect' })).toBeVisible()
      expect(existsSync(path.join(folder, 'secrets.json'))).toBe(false)
    } finally {
      await daemon.stop()
    }
  },
)

test(
  'with a keyring, a passphrase is kept encrypted, also for the next start',
  { tag },
  async ({ folder, surroundings }) => {
    const missing = missingOnBus('gnome-keyring-daemon')
    test.skip(missing !== null, missing ?? '')
    const bus = await SessionBus.start(folder)
    bus.unlockKeyring()
    const start = async () =>
      startElectron(await surroundings(), {
        folder,
        args: ['--password-store=gnome-libsecret'],
        env: bus.env,
      })
    const first = await start()
    const window = await first.openWindow()
    const daemon = await addHost(window, folder)
    try {
      const dialog = await unlock(window)
      await dialog.getByRole('switch').click()
      await dialog.getByLabel(/^Passphrase of/).fill(passphrase)
      await window.keyboard.press('Enter')
      await expect(window.getByRole('button', { name: 'Disconnect' })).toBeVisible()
      expect(await first.close()).toBe(0)
      const kept = readFileSync(path.join(folder, 'secrets.json'), 'utf8')
      expect(kept).toContain('Passphrase of')
      for (const value of Object.values(JSON.parse(kept) as Record<string, string>)) {
        expect(Buffer.from(value, 'base64').toString('latin1')).toMatch(/^v11/)
        expect(Buffer.from(value, 'base64').toString('latin1')).not.toContain(passphrase)
      }

      const second = await start()
      const again = await second.openWindow()
      await goTo(again, 'Hosts')
      await again.getByRole('link', { name: /lab/ }).first().click()
      await again.getByRole('button', { name: 'Connect', exact: true }).click()
      await expect(again.getByRole('button', { name: 'Disconnect' })).toBeVisible()
      expect(await second.close()).toBe(0)
    } finally {
      await daemon.stop()
      await bus.stop()
    }
  },
)

async function addHost(window: Page, folder: string) {
  const key = makeKey(folder, { name: 'locked', passphrase })
  const daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey] })
  await beginHost(window)
  await finishHost(window, { name: 'lab', daemon, key })
  return daemon
}

/** Resolves when it asks for the passphrase. */
async function unlock(window: Page) {
  await window.getByRole('button', { name: 'Connect' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Trust it' }).click()
  await expect(dialog.getByLabel(/^Passphrase of/)).toBeVisible()
  return dialog
}
