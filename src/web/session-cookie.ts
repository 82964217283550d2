// The session of a browser that has sent the token: a cookie that only this server accepts, and only together with a key that the
// page keeps in its own storage. Browsers send cookies of 127.0.0.1 to all its ports, so other servers receive the cookie;
// storage is separate per port, so they never see the key.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

type Session = Readonly<{
  token: string
  /** Empty if the client sent none. */
  browserKey: string
}>

type CookiePlace = Readonly<{
  /** The path below which a browser sends the cookie. */
  path: string
  isSecure: boolean
}>

const sessionDays = 30
const sessionSeconds = sessionDays * 24 * 3600

/** `Set-Cookie` for a session that ends in 30 days. No script can read it, and pages of other sites do not send it. */
export function sessionCookie(
  session: Session,
  { path, isSecure }: CookiePlace,
  nowMs = Date.now(),
): string {
  const endS = Math.floor(nowMs / 1000) + sessionSeconds
  const attributes = [
    `${cookieName(session.token)}=${valueOf(session, endS)}`,
    `Path=${path}`,
    `Max-Age=${sessionSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ]
  return attributes.join('; ')
}

/** Whether the header contains a session of this server and this browser that has not ended. */
export function holdsSession(header: string | undefined, session: Session): boolean {
  const start = `${cookieName(session.token)}=`
  // Another server of this host may set a cookie with the same name, so each one is checked.
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .some((pair) => isSession(pair.slice(start.length), session, Date.now()))
}

function isSession(value: string, session: Session, nowMs: number): boolean {
  const endS = Number(/^(\d{1,12})\./.exec(value)?.[1] ?? 0)
  if (endS * 1000 <= nowMs) return false
  const [given, expected] = [Buffer.from(value), Buffer.from(valueOf(session, endS))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Browsers store cookies per host, not per port: the name distinguishes several Kneepoints on a machine. */
function cookieName(token: string): string {
  return `kneepoint-${createHash('sha256').update(token).digest('hex').slice(0, 8)}`
}

function valueOf({ token, browserKey }: Session, endS: number): string {
  const bound = ['session cookie', cookieName(token), browserKey, endS].join('\n')
  return `${endS}.${createHmac('sha256', token).update(bound).digest('base64url')}`
}
