// A real proxy that forwards everything to one port of this machine, whatever the requested server.
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

type Asked = Readonly<{ line: string; authorization: string | undefined; sockets: number }>

export async function openProxy(port: number, { refuses = false } = {}) {
  const asked: Asked[] = []
  const sockets = new Set<Socket>()
  const note = ({ method, url, headers }: IncomingMessage) => {
    const authorization = headers['proxy-authorization']
    asked.push({ line: `${method} ${url}`, authorization, sockets: sockets.size })
  }
  const handOn = (incoming: IncomingMessage, response: ServerResponse) => {
    note(incoming)
    if (refuses) return void response.writeHead(407).end()
    const { pathname, search } = new URL(incoming.url ?? '')
    const { method = '', headers } = incoming
    const outgoing = send({ port, path: pathname + search, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(outgoing)
  }
  const proxy = createServer(handOn)
  proxy.on('connection', (socket) => sockets.add(socket))
  proxy.on('connect', (incoming, socket: Socket) => {
    note(incoming)
    if (refuses) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const server = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\nvia: test\r\n\r\n')
      server.pipe(socket).pipe(server)
    })
    for (const end of [server, socket]) end.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port: ownPort } = proxy.address() as AddressInfo
  return {
    url: `http://me:p%40ss@127.0.0.1:${ownPort}`,
    asked,
    close() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
