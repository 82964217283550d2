// Store for secrets beyond the program's end: the operating system's own, if the transport has one.

export type SecretStore = Readonly<{
  /** Whether it stores anything; otherwise secrets are dropped at once. */
  canKeep: boolean
  read(name: string): string | null
  write(name: string, secret: string): void
  /** Deletes all secrets whose names begin with the prefix. */
  forget(prefix: string): void
}>

export const noSecretStore: SecretStore = {
  canKeep: false,
  read: () => null,
  write: () => undefined,
  forget: () => undefined,
}
