// One step from a shape of the database to the next.

export type Migration = Readonly<{
  /** What `user_version` becomes; 1, 2, 3 … without gaps. */
  version: number
  sql: string
}>
