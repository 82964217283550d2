// Media that a server generates instead of text.
export const madeKinds = ['sound', 'images', 'video'] as const

export type MadeKind = (typeof madeKinds)[number]
