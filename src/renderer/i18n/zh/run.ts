export const run = {}
