// Long prompts by the thousand: the application answers the window at any time, before, during and after the run.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '../fixtures.ts'
import { pasteCommand } from '../pages/bench-page.ts'
import { figureValue, runIsOver } from '../pages/run-page.ts'
import { heading } from '../pages/shell.ts'

/** Milliseconds of processor time, which other work on the machine does not lengthen. */
const longestTurnMs = 50

const token = {
  object: 'text_completion',
  model: 'm',
  choices: [{ index: 0, text: ' a', finish_reason: 'length' }],
}
const event = `data: ${JSON.stringify(token)}\n\ndata: [DONE]\n\n`
const models = JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] })

/** Sends one token to each prompt. */
async function startServer() {
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(request.url === '/v1/models' ? 200 : 404)
      return response.end(request.url === '/v1/models' ? models : '')
    }
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(event)
    })
    return response
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const [tokens, prompts] = [8_000, 20_000]

test(`${prompts} prompts of ${tokens} tokens hold up the application by no more than ${longestTurnMs} ms`, async ({
  window,
}) => {
  test.slow()
  const server = await startServer()
  try {
    const field = window.getByRole('textbox', { name: 'URL of the server' })
    await field.fill(server.url)
    await field.press('Enter')
    await expect(window.getByRole('combobox', { name: 'Server', exact: true })).toBeVisible()
    const name = `${prompts} prompts`
    const command = [
      `vllm bench serve --base-url ${server.url} --model m --dataset-name random --ignore-eos`,
      `--random-input-len ${tokens} --random-output-len 1 --num-prompts ${prompts}`,
      `--prompt-token-ids --vocab-size 32000 --max-concurrency 64`,
    ].join(' ')
    const dialog = await pasteCommand(window, command)
    await dialog.getByRole('button', { name: 'Fill the form' }).click()
    await window.getByRole('textbox', { name: 'Name of the result' }).fill(name)
    await window.getByRole('button', { name: 'Start measuring' }).click()
    await expect(heading(window, name)).toBeVisible()
    await runIsOver(window)
    expect(await figureValue(window, 'Completed')).toBe(prompts)
    await window.getByRole('heading', { name: 'Client', exact: true }).click()
    const turn = window.locator('dt', { hasText: 'Application event loop, longest turn' })
    const text = await turn.locator('xpath=following-sibling::dd[1]').textContent()
    expect(text).toMatch(/^[\d.]+\sms$/)
    expect(Number.parseFloat(text ?? '')).toBeLessThanOrEqual(longestTurnMs)
  } finally {
    server.close()
  }
})
