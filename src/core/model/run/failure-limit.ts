// A limit on failures that ended a run early: the rest was not sent.

export type FailureLimit =
  /** `--max-connection-errors`: connections in a row that found no server. */
  | Readonly<{ kind: 'connections'; failed: number }>
  /** `--max-errors` and `--max-error-rate`: requests that failed, of those that ended. */
  | Readonly<{ kind: 'requests'; failed: number; ended: number }>
