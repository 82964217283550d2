// An SSH agent that offers only the keys that were asked for: a host gives up on us after a handful of wrong ones.
import { readFile } from 'node:fs/promises'
import ssh2, { type BaseAgent, type IdentityCallback, type ParsedKey } from 'ssh2'
import type { SshHop } from './ssh-route.ts'

export async function identityAgent(
  socket: string,
  { identitiesOnly, identityFiles }: Pick<SshHop, 'identitiesOnly' | 'identityFiles'>,
): Promise<BaseAgent> {
  if (!identitiesOnly) return ssh2.createAgent(socket)
  const publicKeys = await Promise.all(identityFiles.map(publicKey))
  return new ChosenIdentities(
    socket,
    publicKeys.filter((key) => key !== null),
  )
}

class ChosenIdentities extends ssh2.OpenSSHAgent {
  readonly #chosen: readonly ParsedKey[]

  constructor(socket: string, chosen: readonly ParsedKey[]) {
    super(socket)
    this.#chosen = chosen
  }

  override getIdentities(done: IdentityCallback<ParsedKey>): void {
    super.getIdentities((error, keys = []) => {
      const held = keys.filter((key) => 'equals' in key)
      done(
        error,
        held.filter((key) => this.#chosen.some((chosen) => chosen.equals(key))),
      )
    })
  }
}

/** From `id_ed25519.pub`, or from a private key that is not encrypted. */
async function publicKey(file: string): Promise<ParsedKey | null> {
  for (const place of [`${file}.pub`, file]) {
    const text = await readFile(place).catch(() => null)
    const key = text === null ? null : ssh2.utils.parseKey(text)
    if (key !== null && !(key instanceof Error)) return key
  }
  return null
}
