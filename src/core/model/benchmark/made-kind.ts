// What a server makes instead of text.
export const madeKinds = ['sound', 'images', 'video'] as const

export type MadeKind = (typeof madeKinds)[number]
