// One request a dataset asks for, before it becomes bytes.

export type SampledRequest = Readonly<{
  /** Text, or token ids for backends that take them. */
  prompt: string | readonly number[]
  /** Tokens of the prompt by the client's count. */
  promptTokens: number
  /** Tokens the server is asked to generate. */
  expectedOutputTokens: number
  requestId: string | null
  /** When a recorded trace has it come, in seconds from the trace's zero. */
  arrivesAtS?: number
}>
