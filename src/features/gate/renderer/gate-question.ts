// The question that a gate answers: whether a server is worse than a baseline.
export const gateQuestion = { question: 'compare' } as const
