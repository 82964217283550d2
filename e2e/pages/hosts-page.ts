// Adding a host that is reached over SSH, as a reader does it.
import { expect, type Page } from '@playwright/test'
import type { KeyPair, SshDaemon } from '../../tests/remote/ssh-daemon.ts'
import { giveToUser } from '../desktop/surroundings.ts'
import { fill, goTo, heading } from './shell.ts'

export type NewHost = Readonly<{ name: string; daemon: SshDaemon; key: KeyPair }>

/** Resolves when its form is shown. */
export async function beginHost(window: Page): Promise<void> {
  await goTo(window, 'Hosts')
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(heading(window, 'Add a host')).toBeVisible()
}

/** Resolves when its page is shown, before any connection. */
export async function finishHost(window: Page, { name, daemon, key }: NewHost): Promise<void> {
  giveToUser(key.file)
  await fill(window, {
    Host: '127.0.0.1',
    User: daemon.user,
    Port: String(daemon.port),
    'Private key': key.file,
    Name: name,
  })
  await window.keyboard.press('Enter')
  await expect(heading(window, name)).toBeVisible()
}

/** For the first time, with a key that needs no passphrase. Resolves when it has reported its facts. */
export async function trustHost(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Connect' }).click()
  const dialog = window.getByRole('dialog')
  await expect(dialog).toContainText('SHA256:')
  await dialog.getByRole('button', { name: 'Trust it' }).click()
  await expect(window.getByRole('heading', { name: 'Installations of vLLM' })).toBeVisible()
}
