// Media that a server generates in place of text.
export const madeKinds = ['sound', 'images', 'video'] as const

export type MadeKind = (typeof madeKinds)[number]
