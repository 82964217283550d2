// The latencies of which each answer has one value.

/** Of which an answer has one, where it has any; of ITL it has many. */
export const answerLatencies = ['ttft', 'tpot', 'e2el'] as const

export type AnswerLatency = (typeof answerLatencies)[number]
