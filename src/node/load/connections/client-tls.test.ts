// Certificates of every kind, made for the test, against measured load over both transports and against questions.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerOptions } from 'node:https'
import { createServer as createPlainServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { listenUntilFinished } from '#node/http/listen.test-support.ts'
import { probeServer } from '#node/http/probe-server.ts'
import { planOf, runAndListen } from '../plan.test-support.ts'
import { runLoad } from '../run-load.ts'
import { sse } from '../sse.test-support.ts'
import { clientTls } from './client-tls.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'client-tls-'))
const file = (name: string) => path.join(folder, name)
const pem = (name: string) => readFileSync(file(name), 'utf8')
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
openssl(
  'req',
  '-x509',
  ...key,
  '-keyout',
  'ca.key',
  '-out',
  'ca.pem',
  '-days',
  '9',
  '-subj',
  '/CN=CA',
)
writeFileSync(file('own.txt'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
writeFileSync(file('other.txt'), 'subjectAltName=DNS:elsewhere.example')
openssl('req', ...key, '-keyout', 'key.pem', '-out', 'csr.pem', '-subj', '/CN=leaf')
const byCa = ['-CA', 'ca.pem', '-CAkey', 'ca.key']
const signed = (name: string, names: string, ...dates: string[]) =>
  openssl('x509', '-req', '-in', 'csr.pem', ...byCa, '-out', name, '-extfile', names, ...dates)
signed('good.pem', 'own.txt', '-days', '9')
signed('wrong-host.pem', 'other.txt', '-days', '9')
signed('expired.pem', 'own.txt', '-days', '-1')
openssl(
  'x509',
  '-req',
  '-in',
  'csr.pem',
  '-signkey',
  'key.pem',
  '-out',
  'self.pem',
  '-extfile',
  'own.txt',
)
afterAll(() => rmSync(folder, { recursive: true }))

async function serve(cert: string, options: ServerOptions = {}): Promise<string> {
  const server = createServer(
    { cert: pem(cert), key: pem('key.pem'), ...options },
    (request, response) => {
      if (request.method === 'GET') response.end('{"data": [{"id": "m"}]}')
      else response.setHeader('content-type', 'text/event-stream').end(sse.whole)
    },
  )
  return `https://127.0.0.1:${await listenUntilFinished(server)}`
}

const ca = { SSL_CERT_FILE: file('ca.pem') }
const identity = { clientCert: file('good.pem'), clientKey: file('key.pem') }
const anyone = { clientCert: null, clientKey: null }
const wantsClient = { requestCert: true, rejectUnauthorized: true, ca: pem('ca.pem') }

const cases = [
  {
    name: 'a private CA',
    cert: 'good.pem',
    env: {},
    why: 'an authority that is not trusted here',
    remedy: 'SSL_CERT_FILE',
  },
  { name: 'a private CA in SSL_CERT_FILE', cert: 'good.pem', env: ca, why: null, remedy: '' },
  {
    name: 'a private CA in SSL_CERT_DIR',
    cert: 'good.pem',
    env: { SSL_CERT_DIR: folder },
    why: null,
    remedy: '',
  },
  {
    name: 'a private CA in NODE_EXTRA_CA_CERTS',
    cert: 'good.pem',
    env: { NODE_EXTRA_CA_CERTS: file('ca.pem') },
    why: null,
    remedy: '',
  },
  {
    name: 'an expired certificate',
    cert: 'expired.pem',
    env: ca,
    why: 'has expired',
    remedy: 'Renew it',
  },
  {
    name: 'another name',
    cert: 'wrong-host.pem',
    env: ca,
    why: 'for another name',
    remedy: 'the name in the certificate',
  },
  {
    name: 'a self-signed certificate',
    cert: 'self.pem',
    env: {},
    why: 'is self-signed',
    remedy: '--insecure',
  },
  {
    name: 'TLS 1.1 alone',
    cert: 'good.pem',
    env: ca,
    options: {
      maxVersion: 'TLSv1.1',
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    } as const,
    why: 'no version of TLS in common',
    remedy: 'TLS 1.2',
  },
  {
    name: 'HTTP/2 alone',
    cert: 'good.pem',
    env: ca,
    options: { ALPNProtocols: ['h2'] },
    why: 'speaks no HTTP/1.1 at this port',
    remedy: '--transport undici-h2',
  },
  {
    name: 'no client certificate',
    cert: 'good.pem',
    env: ca,
    options: wantsClient,
    why: 'requires a client certificate',
    remedy: '--client-cert',
  },
  {
    name: 'a client certificate',
    cert: 'good.pem',
    env: ca,
    options: wantsClient,
    who: identity,
    why: null,
    remedy: '',
  },
]

describe.each(cases)('$name', ({ cert, env, options, who = anyone, why, remedy }) => {
  test('decides over measured load and questions alike', async () => {
    const baseUrl = await serve(cert, options)
    const tls = clientTls(baseUrl, who, env)
    for (const transport of ['native', 'undici'] as const) {
      const plan = planOf(`${baseUrl}/v1/completions`, 1, { transport, tls })
      const [record] = (await runAndListen(runLoad, plan)).records
      if (why === null) expect(record?.error).toBeNull()
      // Undici reports no more than the end of a connection for an alert after the handshake.
      else if (transport === 'native' || record?.error?.code !== 'reset') {
        expect(record?.error).toMatchObject({
          code: 'tls',
          message: expect.stringContaining(why) as string,
        })
        expect(record?.error?.message).toContain(remedy)
      }
    }
    const access = { baseUrl, headers: {}, insecure: false, tls }
    const probed = probeServer({ access, model: null, signal: new AbortController().signal })
    if (why === null) expect((await probed).modelId).toBe('m')
    else {
      await expect(probed).rejects.toMatchObject({
        message: expect.stringContaining(`${baseUrl}/v1/models`) as string,
        remedy: expect.stringContaining(remedy) as string,
      })
    }
  })
})

test.each(['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'])(
  '%s adds a file or the certificates of a folder',
  (variable) => {
    const own = readFileSync(file('ca.pem'), 'utf8').trim()
    expect(clientTls('https://a', anyone, { [variable]: file('ca.pem') })?.ca).toContain(own)
    expect(clientTls('https://a', anyone, { [variable]: file('.') })?.ca).toContain(own)
  },
)

test('files that cannot be used are named', () => {
  const at =
    (who: Partial<typeof identity>, env = {}) =>
    () =>
      clientTls('https://a', { clientCert: null, clientKey: null, ...who }, env)
  expect(at({}, { SSL_CERT_FILE: '/nowhere.pem' })).toThrow(
    'SSL_CERT_FILE names /nowhere.pem, which cannot be read',
  )
  expect(at({}, { SSL_CERT_FILE: file('own.txt') })).toThrow('holds nothing of its kind')
  expect(at({ clientCert: file('good.pem') })).toThrow('which holds no private key')
  expect(at({ clientCert: file('good.pem'), clientKey: file('ca.key') })).toThrow(
    'cannot be used together',
  )
  expect(clientTls('http://a', anyone, { SSL_CERT_FILE: '/nowhere.pem' })).toBeUndefined()
})

const probe = (baseUrl: string) =>
  probeServer({
    access: { baseUrl, headers: {}, insecure: false },
    model: 'm',
    signal: new AbortController().signal,
  })

test('plain HTTP asked of a port with TLS is named, and the reverse', async () => {
  const secure = await serve('good.pem')
  await expect(probe(secure.replace('https:', 'http:'))).rejects.toThrow('speaks TLS')
  const plain = await listenUntilFinished(createPlainServer((_, response) => response.end()))
  await expect(probe(`https://127.0.0.1:${plain}`)).rejects.toMatchObject({
    message: expect.stringContaining('does not speak TLS') as string,
    remedy: 'Use http:// in the address.',
  })
  const closing = await listenUntilFinished(createTcpServer((socket) => socket.destroy()))
  await expect(probe(`http://127.0.0.1:${closing}`)).rejects.toThrow('No response from')
})

test('a redirect is named and not followed', async () => {
  const asked: string[] = []
  const port = await listenUntilFinished(
    createPlainServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(307, { location: 'http://127.0.0.2:1/v1/models' }).end()
    }),
  )
  await expect(probe(`http://127.0.0.1:${port}`)).rejects.toThrow(
    'redirects to http://127.0.0.2:1/v1/models (HTTP 307)',
  )
  expect(asked).toEqual(['/v1/models'])
})

test('407 is the proxy’s', async () => {
  const port = await listenUntilFinished(
    createPlainServer((_, response) => response.writeHead(407).end()),
  )
  await expect(probe(`http://127.0.0.1:${port}`)).rejects.toThrow('asks for a user name')
})
