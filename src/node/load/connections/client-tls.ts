// Certificates for the load's TLS connections: those trusted in addition to the system's and Node's, and the client certificate.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type * as Tls from 'node:tls'
import type { PlannedTls } from '#contract/load-protocol.ts'
import { textOf } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

type Identity = Readonly<{ clientCert: string | null; clientKey: string | null }>

/** Read here for load from any machine. Undefined for plain HTTP. Throws `invalid-input` for unusable files. */
export function clientTls(
  url: string,
  { clientCert, clientKey }: Identity = { clientCert: null, clientKey: null },
  environment: Environment = process.env,
): PlannedTls | undefined {
  if (!/^https:/i.test(url)) return undefined
  const ca = trustedByEnvironment(environment)
  if (clientCert === null) return { ca, cert: null, key: null }
  const cert = readPem(clientCert, '--client-cert', certificate)
  if (clientKey === null && !privateKey.test(cert)) {
    throw appError('invalid-input', 'runs.keyMissing', { file: clientCert })
  }
  const key = clientKey === null ? cert : readPem(clientKey, '--client-key', privateKey)
  requirePair(cert, key)
  return { ca, cert, key }
}

const certificate = /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/
const privateKey = /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----/

/** Variables of OpenSSL, Python's requests, curl, and Node, which reads its own but not on a host that sends the load. */
const variables = [
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS'],
  ...['REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'],
]

function trustedByEnvironment(environment: Environment): string {
  const texts = variables.flatMap((variable) => {
    const named = environment[variable] ?? ''
    const places = variable === 'SSL_CERT_DIR' ? named.split(path.delimiter) : [named]
    return places.filter(Boolean).flatMap((place) => certificatesAt(place, variable))
  })
  return texts.join('\n')
}

/** Each of these programs takes a file or a folder for some of them. */
function certificatesAt(place: string, variable: string): readonly string[] {
  const { isFolder } = attempt(variable, place, () => ({ isFolder: statSync(place).isDirectory() }))
  return isFolder ? certificatesIn(place, variable) : [readPem(place, variable, certificate)]
}

/** Such a folder also contains other files, and a link to each certificate named by its hash. */
function certificatesIn(folder: string, variable: string): readonly string[] {
  const named = (name: string) => path.join(folder, name)
  const names = attempt(variable, folder, () => readdirSync(folder))
  const texts = names.flatMap((name) => {
    try {
      const text = readFileSync(named(name), 'utf8')
      return certificate.test(text) ? [text] : []
    } catch {
      return []
    }
  })
  return [...new Set(texts)]
}

function readPem(file: string, source: string, form: RegExp): string {
  const text = attempt(source, file, () => readFileSync(file, 'utf8'))
  if (form.test(text)) return text
  throw appError('invalid-input', 'runs.notPem', { source, file })
}

function attempt<Value>(source: string, file: string, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw appError('invalid-input', 'runs.pemUnreadable', { source, file, why: textOf(cause) })
  }
}

function requirePair(cert: string, key: string): void {
  try {
    tls().createSecureContext({ cert, key })
  } catch (cause) {
    throw appError(
      'invalid-input',
      'runs.notAPair',
      { why: textOf(cause) },
      { field: 'clientKey', cause },
    )
  }
}

type TlsOptions = Readonly<{ ca: string[]; cert?: string; key?: string }>

/** Options for Node's TLS. The system's store is trusted as well, as in Python. */
export function tlsOptions({ ca, cert, key }: PlannedTls = noTls): TlsOptions {
  const { getCACertificates } = tls()
  return {
    ca: [...getCACertificates('default'), ...getCACertificates('system'), ...(ca ? [ca] : [])],
    ...(cert !== null && key !== null && { cert, key }),
  }
}

const noTls: PlannedTls = { ca: '', cert: null, key: null }
const contexts = new Map<string, Tls.SecureContext>()

/** Created once, because it parses a few hundred certificates. */
export function secureContext(planned: PlannedTls = noTls): Tls.SecureContext {
  const name = JSON.stringify(planned)
  const known = contexts.get(name)
  if (known !== undefined) return known
  const context = tls().createSecureContext(tlsOptions(planned))
  contexts.set(name, context)
  return context
}

/** Loaded on first use, because it takes a few milliseconds at start-up. */
export function tls(): typeof Tls {
  return process.getBuiltinModule('node:tls')
}
