// better-sqlite3 for the Electron of the tests: its Node is too old for the real one, so libsql stores. Only what the
// program uses of it.
import Libsql from 'libsql'

type Statement = Libsql.Statement
type Row = Record<string, unknown>
type Transaction<Args extends unknown[], Result> = ((...args: Args) => Result) &
  Readonly<{ immediate: (...args: Args) => Result }>

export default class Sqlite {
  static readonly SqliteError = Libsql.SqliteError
  readonly name: string
  readonly #database: Libsql.Database

  constructor(file: string, { timeout = 5000, readonly = false } = {}) {
    this.#database = new Libsql(file)
    this.#database.exec(`PRAGMA busy_timeout = ${timeout}`)
    if (readonly) this.#database.exec('PRAGMA query_only = ON')
    this.name = file
    return new Proxy(this, { get: memberOf })
  }

  get open(): boolean {
    return this.#database.open
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction
  }

  exec(sql: string): this {
    this.#database.exec(sql)
    return this
  }

  pragma(sql: string, { simple = false } = {}): unknown {
    const rows = this.prepare(`PRAGMA ${sql}`).all() as Row[]
    return simple ? Object.values(rows[0] ?? {})[0] : rows
  }

  prepare(sql: string): PreparedStatement {
    return new PreparedStatement(this.#database.prepare(sql))
  }

  /** Nested transactions are savepoints. */
  transaction<Args extends unknown[], Result>(
    body: (...args: Args) => Result,
  ): Transaction<Args, Result> {
    const run =
      (begin: string) =>
      (...args: Args) => {
        const isNested = this.inTransaction
        this.exec(isNested ? 'SAVEPOINT nested' : begin)
        try {
          const result = body(...args)
          this.exec(isNested ? 'RELEASE nested' : 'COMMIT')
          return result
        } catch (error) {
          if (this.inTransaction)
            this.exec(isNested ? 'ROLLBACK TO nested; RELEASE nested' : 'ROLLBACK')
          throw error
        }
      }
    return Object.assign(run('BEGIN'), { immediate: run('BEGIN IMMEDIATE') })
  }

  close(): this {
    if (this.open) this.#database.close()
    return this
  }
}

/** Throws for a member that the program uses and this class lacks. */
function memberOf(database: Sqlite, name: string | symbol): unknown {
  if (!(name in database)) throw new TypeError(`e2e/desktop/sqlite.ts lacks ${String(name)}`)
  const member: unknown = Reflect.get(database, name, database)
  return typeof member === 'function' ? (member.bind(database) as unknown) : member
}

class PreparedStatement {
  readonly #statement: Statement
  #plucks = false

  constructor(statement: Statement) {
    this.#statement = statement
  }

  pluck(): this {
    this.#plucks = true
    return this
  }

  run(...values: readonly unknown[]): unknown {
    return this.#statement.run(bound(values))
  }

  get(...values: readonly unknown[]): unknown {
    const row = this.#statement.get(bound(values)) as Row | undefined
    return row === undefined ? undefined : this.#shown(row)
  }

  all(...values: readonly unknown[]): unknown[] {
    return [...this.iterate(...values)]
  }

  *iterate(...values: readonly unknown[]): Generator<unknown> {
    for (const row of this.#statement.iterate(bound(values)) as Iterable<Row>)
      yield this.#shown(row)
  }

  #shown(row: Row): unknown {
    if (this.#plucks) return fromLibsql(Object.values(row)[0])
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, fromLibsql(value)]))
  }
}

/** One object with names, or all values by position. A Buffer and null are values. */
function bound(values: readonly unknown[]): unknown {
  const [only] = values
  const isNamed =
    values.length === 1 && typeof only === 'object' && only !== null && !ArrayBuffer.isView(only)
  return isNamed ? only : values
}

function fromLibsql(value: unknown): unknown {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value)
    ? Buffer.from(value as ArrayBuffer)
    : value
}
