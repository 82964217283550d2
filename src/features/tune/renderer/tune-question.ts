// The question that a tuning answers: which flags serve the most load within limits.
export const tuneQuestion = { question: 'tune' } as const
