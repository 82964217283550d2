// A server that answers with refusals and with a page of its own: they are gathered by reason, and its words stay words.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures.ts'
import { figureValue, openReason, runIsOver } from '../pages/run-page.ts'
import { openHow } from '../pages/ask-page.ts'
import { fill, goTo, heading, openFold } from '../pages/shell.ts'

const page =
  '<h1>Log in</h1><img src="x" onerror="document.title=1"><a href="https://evil.example">here</a>'
/** In turn; the first is what a ready check hears. */
const answers = [
  {
    status: 200,
    headers: {},
    body: 'data: {"choices":[{"index":0,"text":"a"}]}\n\ndata: [DONE]\n\n',
  },
  { status: 200, headers: { 'content-type': 'text/html' }, body: page },
  { status: 429, headers: { 'retry-after': '7' }, body: '{"detail":"slow down"}' },
]

test('failures are gathered by reason, in words that stay words', async ({ window }) => {
  let asked = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/v1/models') return response.end('{"object":"list","data":[{"id":"m"}]}')
      if (request.url !== '/v1/completions') return response.writeHead(404).end()
      const { status, headers, body } = answers[asked++ % answers.length] ?? { status: 500 }
      response.writeHead(status, headers).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    await goTo(window, 'Servers')
    await window.getByRole('button', { name: 'Attach', exact: true }).click()
    await expect(heading(window, 'Attach to a URL')).toBeVisible()
    await fill(window, { 'Base URL': `http://127.0.0.1:${port}` })
    await window.locator('form').getByRole('button', { name: 'Attach', exact: true }).click()
    await window.getByRole('button', { name: 'Benchmark it' }).click()
    await openHow(window)
    await window.getByLabel('Send token ids', { exact: true }).click()
    await fill(window, {
      Requests: '30',
      'Input length': '4',
      'Output length': '1',
      'Request rate': '60',
      'Vocabulary size': '1000',
      'Name of the result': 'Refused',
    })
    await window.getByRole('button', { name: 'Start measuring' }).click()
    await expect(heading(window, 'Refused')).toBeVisible()
    await runIsOver(window)
    expect(await figureValue(window, 'Completed')).toBe(10)
    await expect(await openReason(window, /^Warnings$/)).toContainText(
      '10 requests failed because the server or gateway was busy (HTTP 429).',
    )

    const reasons = await openFold(window, 'Failures (20)')
    await expect(reasons.getByRole('heading', { level: 2 })).toHaveCount(1 + 2)
    await expect(reasons.getByText('it asks to wait 7 s')).toBeVisible()
    await expect(reasons.getByText(page, { exact: true })).toBeVisible()
    await expect(window.locator('img[src="x"]')).toHaveCount(0)
    await expect(window.getByRole('link', { name: 'here' })).toHaveCount(0)

    const address = window.url()
    await goTo(window, 'Settings')
    await window.locator('#language').click()
    await window.getByRole('option', { name: '简体中文' }).click()
    await window.goto(address)
    const chinese = await openFold(window, '失败（20）')
    await expect(chinese.getByText('要求等待 7 秒')).toBeVisible()
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
