// A kind of trouble that takes too long for every change; throws where something does not hold.

export type SoakPart = Readonly<{
  name: string
  /** Resolves with the figures to quote. The same seed makes the same trouble. */
  run(seed: number): Promise<string>
}>

/** Length of soak tests; KNEEPOINT_SOAK_MINUTES overrides it. */
const usualMinutes = 30

export function soakMinutes(): number {
  return Number(process.env['KNEEPOINT_SOAK_MINUTES'] ?? usualMinutes)
}
