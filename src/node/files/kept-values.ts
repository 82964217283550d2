// Cache of expensive values for later runs, stored among the prepared workloads.
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { asText, parseObject } from '#core/protocol/json-value.ts'
import { preparedFolder } from './data-folder.ts'
import { KeptFiles } from './kept-files.ts'
import { makeFolder } from './make-folder.ts'
import { isSource, ownFile } from './own-file.ts'
import { PrivateFile } from './private-file.ts'

/** Folder of cached files, and version of the program. */
type Store = Readonly<{ files: KeptFiles; program: string }>

/** Values of one subject. A file contains a value and the checksum of its bytes. */
export class KeptValues {
  readonly #store: Store
  readonly #subject: string

  /** `subject` names all dependencies of the values besides the program. */
  constructor(store: Store, subject: string) {
    this.#store = store
    this.#subject = subject
  }

  /** Null if it is not cached; a damaged one is removed. */
  take(name: string): unknown {
    const hash = this.#hashOf(name)
    const bytes = this.#store.files.read(hash)
    if (bytes === null) return null
    const value = bytes.subarray(0, -checksumBytes)
    if (bytes.length > checksumBytes && crc32(value) === bytes.readUInt32LE(value.length)) {
      return deserialize(value)
    }
    this.#store.files.drop(hash)
    return null
  }

  /** A value that cannot be cached is computed again. */
  keep(name: string, value: unknown): void {
    const { files } = this.#store
    const file = new PrivateFile(files.folder)
    try {
      const bytes = serialize(value)
      const checksum = Buffer.alloc(checksumBytes)
      checksum.writeUInt32LE(crc32(bytes))
      file.append(bytes)
      file.append(checksum)
      files.keep(this.#hashOf(name), file.written())
    } catch {
      file.dropUnwritten()
    } finally {
      file.close()
    }
  }

  /** Returns the cached value, or computes and caches it. */
  of<Value>(name: string, make: () => Value): Value {
    const kept = this.take(name)
    if (kept !== null) return kept as Value
    const made = make()
    this.keep(name, made)
    return made
  }

  #hashOf(name: string): string {
    const facts = [this.#store.program, process.versions.v8, this.#subject, name]
    return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  }
}

const checksumBytes = 4

/** Null if the folder cannot be written, or the program runs from its sources, which may change at any time. */
export function usualStore(): Store | null {
  if (isSource) return null
  const folder = preparedFolder()
  try {
    makeFolder(folder, 0o700)
    accessSync(folder, constants.W_OK)
    return { files: new KeptFiles(folder), program: ownProgram() }
  } catch {
    return null
  }
}

/** Version of the program. A checkout adds the time of its build, because its version does not change with each build. */
function ownProgram(): string {
  const path = ownFile('package.json')
  const version = asText(parseObject(readFileSync(path, 'utf8'))?.version)
  const isCheckout = existsSync(join(dirname(path), 'src'))
  return isCheckout ? `${version} ${statSync(import.meta.filename).mtimeMs}` : version
}
