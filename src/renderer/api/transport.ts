// The transport of calls between window and application; reopened after every failure.
import type { AppLink } from './client.ts'

export type Wire = Readonly<{
  link: AppLink
  /** Resolves when the connection is closed. */
  closed: Promise<void>
}>

export interface Transport {
  open(): Promise<Wire>
}

/** The application runs, but this browser has neither its token nor its cookie. */
export class AccessRefused extends Error {}

/** The page has an address that the application does not know, for example behind a reverse proxy. */
export class AddressUnknown extends Error {}
