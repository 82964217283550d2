export const sweep = {}
