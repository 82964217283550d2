// One of the servers of a load, and how it is chosen.
/** Index of a server; undefined if there is only one. */
export type Target = number | undefined

/** `index` is the position of the request in the whole plan. */
export type RoutedRequest = Readonly<{ index: number; conversation: number | undefined }>

/** Returns the index of a server. `inFlight` counts the requests of each, in every thread. */
export type ChooseTarget = (request: RoutedRequest, inFlight: Int32Array) => number
