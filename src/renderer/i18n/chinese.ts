// Replaces src/core/messages/chinese.ts in the window: empty until Chinese is spoken, because most windows never speak it.
import type { chinese as whole } from '#core/messages/zh/language.ts'

export const chinese = {} as typeof whole
