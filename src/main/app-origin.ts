// Who we are to the browser: the one origin our pages come from.

export const appScheme = 'app'
export const appHost = 'bench'

export type AppOrigin = string

/** `app://bench`, or the development server's origin where there is one. */
export function appOriginOf(developmentUrl: string | undefined): AppOrigin {
  return developmentUrl === undefined ? `${appScheme}://${appHost}` : new URL(developmentUrl).origin
}

/** Compares parsed parts: a prefix test would let `app://bench.example` pass. */
export function isFrom(origin: AppOrigin, url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && `${parsed.protocol}//${parsed.host}` === origin
}

/** A frame as Electron describes it, as far as the check needs. */
type Frame = { readonly parent: unknown; readonly origin: string }

/** Null once its page has gone; a subframe or another origin has no business with us. */
export function isOurFrame(origin: AppOrigin, frame: Frame | null): frame is Frame {
  return frame !== null && frame.parent === null && frame.origin === origin
}
