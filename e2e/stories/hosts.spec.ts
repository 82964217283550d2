// A host is added, its key confirmed, the passphrase given; then it says what it has. A second time its key is known.
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { beginHost, finishHost } from '../pages/hosts-page.ts'
import { fill, heading } from '../pages/shell.ts'
import { makeKey, missingDaemon, startSshDaemon } from '../../tests/remote/ssh-daemon.ts'

const passphrase = 'open sesame'

test(
  'add a host, trust it, unlock the key, see what it has',
  { tag: '@desktop-nightly' },
  async ({ window, folder }) => {
    test.skip(missingDaemon !== null, missingDaemon ?? '')
    const key = makeKey(folder, { name: 'locked', passphrase })
    const daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey] })
    try {
      await beginHost(window)
      expect(await seriousProblems(window)).toEqual([])
      await finishHost(window, { name: 'lab', daemon, key })

      await window.getByRole('button', { name: 'Connect' }).click()
      const dialog = window.getByRole('dialog')
      await expect(dialog).toContainText('SHA256:')
      expect(await seriousProblems(window)).toEqual([])
      await dialog.getByRole('button', { name: 'Trust it' }).click()
      await dialog.getByLabel(/^Passphrase of/).fill(passphrase)
      await window.keyboard.press('Enter')
      await expect(window.getByRole('heading', { name: 'Installations of vLLM' })).toBeVisible()
      await expect(window.getByText(`${daemon.user}@`).first()).toBeVisible()

      await window.getByRole('button', { name: 'Disconnect' }).click()
      await window.getByRole('button', { name: 'Connect', exact: true }).click()
      await dialog.getByLabel(/^Passphrase of/).fill(passphrase)
      await window.keyboard.press('Enter')
      await expect(window.getByRole('button', { name: 'Disconnect' })).toBeVisible()

      await window.getByRole('button', { name: 'More actions' }).click()
      await window.getByRole('menuitem', { name: 'Remove' }).click()
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await expect(heading(window, 'This computer')).toBeVisible()
    } finally {
      await daemon.stop()
    }
  },
)

test('a host is added before the settings of ssh have arrived', async ({ window }) => {
  await window.routeWebSocket(/\/api/, (page) => {
    const application = page.connectToServer()
    page.onMessage((text) => {
      if (!String(text).includes('/hosts/configured')) application.send(text)
    })
  })
  await window.reload()
  await beginHost(window)
  await fill(window, { Host: '127.0.0.1', Name: 'lab' })
  await window.keyboard.press('Enter')
  await expect(heading(window, 'lab')).toBeVisible()
})
