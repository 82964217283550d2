// 窗口中投机解码与扩散解码的文本。
import type { TranslationOf } from '#core/messages/window-texts.ts'
import type { decoding as english } from './window.ts'

export const decoding: TranslationOf<typeof english> = {
  specDecode: {
    title: '推测解码',
    acceptanceRate: '草稿 token 接受率',
    acceptanceLength: '接受长度',
    drafts: '草稿数',
    draftTokens: '草稿 token',
    acceptedTokens: '接受的 token',
    positionRates: '第 {position} 个位置的接受率',
  },
  diffusion: {
    title: '扩散解码',
    committedThroughput: '提交 token/s',
    stepsPerCanvas: '每画布去噪步数',
    committedPerStep: '每步提交',
    committedTokens: '提交的 token',
    denoisingSteps: '去噪步数',
    canvasPositions: '画布位置',
  },
}
