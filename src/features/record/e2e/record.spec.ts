// Records the traffic of a server from its page and uses it as the next question's workload.
import { expect, test } from '../../../../e2e/fixtures.ts'
import { openHow } from '../../../../e2e/pages/ask-page.ts'
import { startSimulator } from '../../../../e2e/pages/servers-page.ts'

test('recorded traffic is asked with', async ({ window }) => {
  await startSimulator(window, 'My simulator')
  const part = window.getByRole('region', { name: 'Record traffic' })
  await part.getByRole('button', { name: 'Record', exact: true }).click()
  const url = await part.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).innerText()
  for (const prompt of ['Why is the sky blue?', 'Why is the sky red?']) {
    const sent = await fetch(`${url}/v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt, max_tokens: 4 }),
    })
    expect(sent.ok).toBe(true)
    await sent.text()
  }
  await expect(part.getByRole('status')).toHaveText('2 requests recorded')
  await part.getByRole('button', { name: 'Stop recording' }).click()
  await part.getByRole('button', { name: 'Ask with this traffic' }).click()
  await openHow(window)
  await expect(window.getByRole('textbox', { name: 'Requests', exact: true })).toHaveValue('2')
  await expect(window.getByRole('textbox', { name: 'Dataset path' })).toHaveValue(/\.jsonl$/)
})
