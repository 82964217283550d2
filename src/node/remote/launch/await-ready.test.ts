import { expect, test } from 'vitest'
import { deadUrl, json, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { isHealthy } from './await-ready.ts'

const { signal } = new AbortController()

test.each([
  ['200', { 'GET /health': json({}) }, [true, true]],
  [
    '503 while it loads',
    { 'GET /health': json({}, 503), 'GET /v1/models': json({}) },
    [false, false],
  ],
  ['404, but a list of models', { 'GET /v1/models': json({}) }, [true, true]],
  [
    '405, and a key for the list',
    { 'GET /health': json({}, 405), 'GET /v1/models': json({}, 401) },
    [true, true],
  ],
  ['404, and a list that loads', { 'GET /v1/models': json({}, 503) }, [false, true]],
  ['404, and no list', {}, [false, true]],
])('a server, or a router, whose health is %s', async (_, answers, expected) => {
  const reached = { baseUrl: await serveAnswers(answers), openStream: null }
  const server = await isHealthy(reached, { isRouter: false, signal })
  expect([server, await isHealthy(reached, { isRouter: true, signal })]).toEqual(expected)
})

test('one that does not respond is not healthy', async () => {
  const reached = { baseUrl: await deadUrl(), openStream: null }
  expect(await isHealthy(reached, { isRouter: true, signal })).toBe(false)
})
