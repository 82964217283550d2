export const results = {}
