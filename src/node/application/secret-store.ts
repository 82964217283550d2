// Persistent store for secrets: the operating system's keychain, if the transport has one.

export type SecretStore = Readonly<{
  /** False if secrets are dropped at once. */
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
