import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { createLimitedServer } from './limited-connections.ts'

test('a head that arrives too slowly closes its connection, and a request has a limit, too', async () => {
  const { server } = createLimitedServer((_request, response) => void response.end())
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 })
  // The same check, sooner.
  server.headersTimeout = 200
  const socket = connect(await listenUntilFinished(server), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
  const [part] = (await once(socket, 'data')) as [Buffer]
  expect(part.toString()).toMatch(/^HTTP\/1\.1 408 /)
  await once(socket, 'close')
})
