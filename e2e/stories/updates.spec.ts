// A newer version is named only to a user who has allowed the check, and no request is sent before.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures.ts'
import { seriousProblems } from '../pages/accessibility.ts'
import { goTo } from '../pages/shell.ts'

let releases: Server
let requests = 0

test.beforeAll(async () => {
  releases = createServer((_request, response) => {
    requests++
    response.end(JSON.stringify([{ tag_name: 'v99.0.0' }]))
  })
  await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve))
  const { port } = releases.address() as AddressInfo
  process.env['KNEEPOINT_RELEASES_URL'] = `http://127.0.0.1:${port}/releases`
})

test.afterAll(() => {
  delete process.env['KNEEPOINT_RELEASES_URL']
  releases.close()
})

test('a newer version is looked for once the user allows it', async ({ window }) => {
  await goTo(window, 'Settings')
  const allowed = window.getByRole('switch', { name: 'Check for newer versions once a day' })
  await expect(allowed).not.toBeChecked()
  await expect(window.getByText(/requests the list of releases from/)).toBeVisible()
  expect(requests).toBe(0)
  await allowed.click()
  await expect(window.getByRole('status').getByText('Version 99.0.0 is available')).toBeVisible()
  await expect(window.getByRole('img', { name: 'Version 99.0.0 is available' })).toBeVisible()
  expect(await seriousProblems(window)).toEqual([])
  await window.reload()
  await expect(window.getByRole('img', { name: 'Version 99.0.0 is available' })).toBeVisible()
  expect(requests).toBe(1)
  await allowed.click()
  await expect(window.getByRole('img', { name: 'Version 99.0.0 is available' })).toHaveCount(0)
})
