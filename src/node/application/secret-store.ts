// Where secrets may outlast the program: the operating system's own store, where the transport has one.

export type SecretStore = Readonly<{
  /** Whether it keeps anything; what is given to one that does not is forgotten at once. */
  canKeep: boolean
  read(name: string): string | null
  write(name: string, secret: string): void
  /** All whose names begin like this. */
  forget(prefix: string): void
}>

export const noSecretStore: SecretStore = {
  canKeep: false,
  read: () => null,
  write: () => undefined,
  forget: () => undefined,
}
