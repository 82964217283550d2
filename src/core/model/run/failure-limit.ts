// A failure limit that ended a run early, so the remaining requests were not sent.

export type FailureLimit =
  /** `--max-connection-errors`: consecutive connections that reached no server. */
  | Readonly<{ kind: 'connections'; failed: number }>
  /** `--max-errors` and `--max-error-rate`: failed requests among ended ones. */
  | Readonly<{ kind: 'requests'; failed: number; ended: number }>
