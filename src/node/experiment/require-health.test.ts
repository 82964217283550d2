import { describe, expect, test } from 'vitest'
import { deadUrl, json, serveAnswers } from './http-server.test-support.ts'
import { requireHealth } from './server-access.ts'

function ask(baseUrl: string, signal = new AbortController().signal) {
  return requireHealth({ access: { baseUrl, headers: {}, insecure: false }, signal })
}

describe('a server is well', () => {
  test.each([
    { says: 'that it is', status: 200 },
    { says: 'nothing, having no such endpoint', status: 404 },
  ])('that says $says', async ({ status }) => {
    await expect(ask(await serveAnswers({ 'GET /health': json({}, status) }))).resolves.toBe(
      undefined,
    )
  })
})

describe('a server is not well', () => {
  test.each([503, 500])('that answers with %i', async (status) => {
    const baseUrl = await serveAnswers({ 'GET /health': json({}, status) })
    await expect(ask(baseUrl)).rejects.toMatchObject({
      code: 'server-unreachable',
      message: expect.stringContaining(`HTTP ${status}`) as string,
    })
  })

  test('that is not there', async () => {
    await expect(ask(await deadUrl())).rejects.toMatchObject({ code: 'server-unreachable' })
  })
})

test('aborts on request', async () => {
  const baseUrl = await serveAnswers({})
  await expect(ask(baseUrl, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
})
