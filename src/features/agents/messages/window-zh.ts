// 窗口中智能体轨迹的文本。
import type { TranslationOf } from '#core/messages/window-texts.ts'
import type { trajectories as english } from './window.ts'

export const trajectories: TranslationOf<typeof english> = {
  failed: '失败的轨迹',
  turnsEach: '平均完成步数',
  toolTime: '平均工具时间',
  inputTokens: '每条轨迹平均输入 token 数',
  outputTokens: '每条轨迹平均输出 token 数',
  cachedTokens: '命中缓存的提示词 token 数',
  reusableTokens: '理想情况下可命中的 token 数',
  branches: '已结束轨迹的分支',
  branchesCancelled: '被取消的分支',
  branchShare: '分支取消比例',
  branchRequests: '随分支取消的请求',
  wastedInput: '被取消分支的输入 token',
  wastedOutput: '被取消分支的输出 token',
}
