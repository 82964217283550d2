// What moves calls between window and application; opened again whenever it breaks.
import type { AppLink } from './client.ts'

export type Wire = Readonly<{
  link: AppLink
  /** Resolves when it can carry no more calls. */
  closed: Promise<void>
}>

export interface Transport {
  open(): Promise<Wire>
}

/** The application runs, but this browser has neither its token nor its cookie. */
export class AccessRefused extends Error {}

/** The page was opened at an address that the application does not know, as behind a reverse proxy. */
export class AddressUnknown extends Error {}
